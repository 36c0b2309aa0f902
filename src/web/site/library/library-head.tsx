import { useOrigin } from "../../lib/origin.ts";
import { breadcrumbs } from "../breadcrumbs.ts";
import { PageHead } from "../page-head.tsx";
import { pages } from "../pages.ts";
import { canonicalHref, categoryHref, type LibraryQuery, libraryHref } from "./library-url.ts";
import type { Library } from "./load-library.ts";

interface LibraryHeadProps {
  query: LibraryQuery;
  categories: Library["categories"];
  /** Nothing was found. */
  empty: boolean;
}

/** The library's head. What is searched for, or not there, is nothing for search engines. */
export function LibraryHead({ query, categories, empty }: LibraryHeadProps) {
  const origin = useOrigin();
  const searched = query.search !== "";
  const genre = categories.find(({ id }) => id === query.category);
  const title = genre ? `Bài hát thể loại ${genre.name}` : pages.songs.label;
  const description = genre
    ? `Nghe miễn phí các bài hát thể loại ${genre.name} trên Ngân Nga. Nhạc do AI tạo.`
    : "Nghe miễn phí tất cả bài hát của Ngân Nga, tìm theo tên bài, tác giả và thể loại.";
  const steps = genre ? [pages.songs, { label: genre.name, path: categoryHref(genre.id) }] : [pages.songs];
  const pageMark = query.page > 1 ? ` - Trang ${query.page}` : "";
  return (
    <PageHead
      title={`${title}${pageMark}`}
      description={description}
      path={searched ? libraryHref(query) : canonicalHref(query)}
      hidden={searched || empty}
      data={origin === undefined ? [] : [breadcrumbs(origin, ...steps)]}
    />
  );
}
