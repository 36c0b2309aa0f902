import { useOrigin } from "../../lib/root-data.ts";
import { breadcrumbs } from "../breadcrumbs.ts";
import { canonicalHref, categoryHref, type LibraryQuery, libraryHref } from "../library-url.ts";
import { PageHead } from "../page-head.tsx";
import { routes } from "../routes.ts";
import type { Library } from "./load-library.ts";

interface LibraryHeadProps {
  query: LibraryQuery;
  categories: Library["categories"];
  isEmpty: boolean;
}

/** Head elements of the library. Searches and empty results are `noindex`. */
export function LibraryHead({ query, categories, isEmpty }: LibraryHeadProps) {
  const origin = useOrigin();
  const isSearch = query.search !== "" || query.premium === true;
  const genre = categories.find(({ id }) => id === query.category);
  const listTitle = genre ? `Bài hát thể loại ${genre.name}` : routes.songs.label;
  const title =
    query.search !== "" ? `${query.search} · ${genre ? `Tìm trong ${genre.name}` : "Tìm bài hát"}` : listTitle;
  const description = genre
    ? `Nghe miễn phí các bài hát thể loại ${genre.name} trên Ngân Nga. Nhạc do AI tạo.`
    : "Nghe miễn phí tất cả bài hát của Ngân Nga, tìm theo tên bài, tác giả và thể loại.";
  const steps = genre ? [routes.songs, { label: genre.name, path: categoryHref(genre.id) }] : [routes.songs];
  const pageSuffix = query.page > 1 ? ` - Trang ${query.page}` : "";
  return (
    <PageHead
      title={`${title}${pageSuffix}`}
      description={description}
      path={isSearch ? libraryHref(query) : canonicalHref(query)}
      hidden={isSearch || isEmpty}
      data={origin === undefined ? [] : [breadcrumbs(origin, ...steps)]}
    />
  );
}
