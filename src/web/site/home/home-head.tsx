import { useOrigin } from "../../lib/origin.ts";
import { PageHead } from "../page-head.tsx";
import { brand, pages, pageTitle } from "../pages.ts";

const description =
  "Nghe miễn phí những bài hát do AI viết, học ngoại ngữ qua lời ca, đặt một bài hát viết riêng cho người bạn thương.";

/** The head of the home page; it also tells search engines who this is and how to search here. */
export function HomeHead() {
  const origin = useOrigin();
  return (
    <PageHead
      title={pageTitle("Nghe nhạc, học ngoại ngữ, đặt bài hát riêng")}
      description={description}
      path={pages.home.path}
      data={origin === undefined ? [] : describeSite(origin)}
    />
  );
}

/** In the vocabulary of schema.org. */
function describeSite(origin: string): object[] {
  const home = `${origin}${pages.home.path}`;
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
        target: { "@type": "EntryPoint", urlTemplate: `${origin}${pages.songs.path}?q={search_term_string}` },
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
