import { useCanonicalOrigin, useOrigin } from "../lib/root-data.ts";
import { brand, pageTitle } from "./routes.ts";

interface PageHeadProps {
  /** Without the brand; the home page's title is used as it is. */
  title: string;
  description: string;
  /** Canonical path and query; undefined for error pages. */
  path?: string;
  /** Adds `noindex`. Link previews still work. */
  hidden?: boolean;
  type?: "website" | "music.song";
  /** Path of a JPEG, 1200 × 630 pixels. */
  image?: string;
  imageAlt?: string;
  data?: readonly object[];
}

/** Renders a page's head elements; React moves them into the head. One for each page. */
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
  const canonicalOrigin = useCanonicalOrigin();
  const fullTitle = path === "/" ? title : pageTitle(title);
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {hidden && <meta name="robots" content="noindex" />}
      {path !== undefined && canonicalOrigin !== undefined && (
        <>
          {!hidden && <link rel="canonical" href={`${canonicalOrigin}${path}`} />}
          <meta property="og:url" content={`${canonicalOrigin}${path}`} />
        </>
      )}
      {path !== undefined && origin !== undefined && (
        <>
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

/** A JSON-LD script. `<` is escaped, so that no text can close the element. */
function DataBlock({ block }: { block: object }) {
  const json = JSON.stringify({ "@context": "https://schema.org", ...block }).replaceAll("<", "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
