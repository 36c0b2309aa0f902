import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { defaultSocialLinks } from "#contract/settings.ts";
import type { SocialLinks } from "#contract/social-networks.ts";
import { checkScreen } from "#test/component/check-screen.ts";
import { renderRoutes } from "#test/component/render.tsx";
import { stubApi } from "#test/component/stub-api.ts";
import { Footer } from "./footer.tsx";

const social = page.getByRole("list", { name: "Ngân Nga trên mạng xã hội" });

/** Renders the footer below a heading. */
async function open(socialLinks: SocialLinks | undefined) {
  stubApi();
  const Page = () => (
    <>
      <main className="wrap">
        <h1>Trang</h1>
      </main>
      <Footer />
    </>
  );
  await renderRoutes([{ path: "/", Component: Page }], "/", undefined, { socialLinks });
  await expect.element(page.getByRole("contentinfo")).toBeVisible();
}

test("links to the site's pages by the names of their networks", async () => {
  await open({ ...defaultSocialLinks, zalo: "https://zalo.me/ngannga", facebook: "https://facebook.com/ngannga" });
  const links = social.getByRole("link");
  await expect.element(links.nth(0)).toHaveTextContent("Facebook");
  await expect.element(links.nth(0)).toHaveAttribute("href", "https://facebook.com/ngannga");
  await expect.element(links.nth(1)).toHaveTextContent("Zalo");
  expect(links.elements()).toHaveLength(2);
  await checkScreen({ heading: "Trang" });
});

test.each([
  ["there are none", defaultSocialLinks],
  ["they are unknown", undefined],
])("has no list of pages while %s", async (_name, links) => {
  await open(links);
  expect(social.query()).toBeNull();
});
