import { type AdminSocialLinks, SocialLinks } from "#contract/settings.ts";
import { type SocialNetwork, socialNetworks } from "#contract/social-networks.ts";
import { useChange } from "../../resource/data/queries.ts";
import { TextField } from "../../resource/form/fields.tsx";
import { PageForm } from "../../resource/form/page-form.tsx";
import { missingToken } from "./token.ts";

const networks = Object.entries(socialNetworks) as [SocialNetwork, string][];

/** The site's pages in social networks, which the footer links to. */
export function SocialForm({ links }: { links: AdminSocialLinks }) {
  const save = useChange("PUT /api/admin/config/social-links", {
    refreshes: ["/api/admin/config/social-links", "/api/admin/dashboard"],
    fallback: "Có lỗi xảy ra khi lưu trang mạng xã hội",
    unreachable: "Có lỗi xảy ra khi kết nối đến server",
  });
  return (
    <PageForm
      name="social"
      schema={SocialLinks}
      values={fieldsOf(links)}
      version={links.version}
      valuesOf={(record) => fieldsOf(record as AdminSocialLinks)}
      validate={missingToken}
      submit={async (_, body) => {
        const { data } = await save.mutateAsync({ body });
        return { saved: fieldsOf(data), version: data.version };
      }}
      success="Đã lưu trang mạng xã hội"
      action="Lưu trang mạng xã hội"
    >
      <p>Chân mỗi trang dẫn đến những địa chỉ có ở đây. Để trống thì không hiện.</p>
      {networks.map(([network, name]) => (
        <TextField key={network} name={network} label={name} type="url" maxLength={300} placeholder="https://" />
      ))}
    </PageForm>
  );
}

function fieldsOf({ facebook, youtube, tiktok, instagram, zalo }: AdminSocialLinks): SocialLinks {
  return { facebook, youtube, tiktok, instagram, zalo };
}
