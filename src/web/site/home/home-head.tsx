import { useOrigin } from "../../lib/root-data.ts";
import { PageHead } from "../page-head.tsx";
import { brand, pageTitle, routes } from "../routes.ts";

const description =
  "Nghe miễn phí những bài hát do AI viết, học ngoại ngữ qua lời ca, đặt một bài hát viết riêng cho người bạn thương.";

export function HomeHead() {
  const origin = useOrigin();
  return (
    <PageHead
      title={pageTitle("Nghe nhạc, học ngoại ngữ, đặt bài hát riêng")}
      description={description}
      path={routes.home.path}
      data={origin === undefined ? [] : describeSite(origin)}
    />
  );
}

/** Returns the schema.org objects of the site. */
function describeSite(origin: string): object[] {
  const home = `${origin}${routes.home.path}`;
  const organization = `${home}#organization`;
  return [
    {
      "@type": "WebSite",
      name: brand,
      url: home,
      description,
      inLanguage: "vi",
      publisher: { "@id": organization },
      potentialAction: {
        "@type": "SearchAction",
        target: { "@type": "EntryPoint", urlTemplate: `${origin}${routes.songs.path}?q={search_term_string}` },
        "query-input": "required name=search_term_string",
      },
    },
    {
      "@type": "Organization",
      "@id": organization,
      name: brand,
      url: home,
      logo: `${origin}/apple-touch-icon.png`,
    },
  ];
}
