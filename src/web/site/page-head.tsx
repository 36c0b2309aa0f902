/** What a page tells browsers, search engines and those who pass its link on. */
import { useOrigin } from "../lib/origin.ts";
import { brand, pageTitle } from "./pages.ts";

interface PageHeadProps {
  /** Without the brand; the home page's stands for itself. */
  title: string;
  description: string;
  /** Path and query under which the page is known, whatever the address it was opened at; none for pages that are no goal. */
  path?: string;
  /** Search engines are asked to leave the page out; a link to it still shows what it is. */
  hidden?: boolean;
  /** Open Graph's kind of thing. */
  type?: "website" | "music.song";
  /** Path of a JPEG of 1200 × 630. */
  image?: string;
  /** What the picture shows. */
  imageAlt?: string;
  /** Data blocks in the vocabulary of schema.org. */
  data?: readonly object[];
}

/** Rendered anywhere in a page; React puts it into the head. Each page has one. */
export function PageHead({
  title,
  description,
  path,
  hidden = path === undefined,
  type = "website",
  image = "/share.jpg",
  imageAlt = "Ngân Nga: nghe nhạc do AI tạo, học ngoại ngữ qua bài hát",
  data = [],
}: PageHeadProps) {
  const origin = useOrigin();
  const shown = path === "/" ? title : pageTitle(title);
  return (
    <>
      <title>{shown}</title>
      <meta name="description" content={description} />
      {hidden && <meta name="robots" content="noindex" />}
      {path !== undefined && origin !== undefined && (
        <>
          {!hidden && <link rel="canonical" href={`${origin}${path}`} />}
          <meta property="og:url" content={`${origin}${path}`} />
          <meta property="og:image" content={`${origin}${image}`} />
          <meta property="og:image:type" content="image/jpeg" />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={imageAlt} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:site_name" content={brand} />
      <meta property="og:locale" content="vi_VN" />
      {data.map((block) => (
        <DataBlock key={JSON.stringify(block)} block={block} />
      ))}
    </>
  );
}

/** JSON-LD. A `<` in the data must not close the element. */
function DataBlock({ block }: { block: object }) {
  const json = JSON.stringify({ "@context": "https://schema.org", ...block }).replaceAll("<", "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
