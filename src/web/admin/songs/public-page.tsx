/** The way from a song to its page on the site, of a hidden one to the page as visitors would see it. */
import { ExternalLink, Eye } from "lucide";
import type { Song } from "#contract/catalogue.ts";
import type { RowAction } from "../../resource/resource.ts";
import { Icon } from "../../ui/icon.tsx";

type PageLink = Required<Pick<RowAction<Song>, "label" | "icon" | "isShown" | "href">>;

/** The ways to the page, as actions of a song's row: one of them, or none for a hidden song without an address. */
export const pageLinks: readonly PageLink[] = [
  {
    label: "Trang công khai",
    icon: ExternalLink,
    isShown: ({ is_active }) => is_active,
    href: ({ id }) => `/songs/${id}`,
  },
  {
    label: "Xem như khách",
    icon: Eye,
    isShown: ({ is_active, preview_url }) => !is_active && Boolean(preview_url),
    href: ({ preview_url }) => preview_url ?? "",
  },
];

/** A button that opens the page in a new tab. */
export function PublicPageButton({ song }: { song: Song }) {
  const page = pageLinks.find(({ isShown }) => isShown(song));
  if (!page) return null;
  return (
    <a className="btn btn--line btn--sm" href={page.href(song)} target="_blank" rel="noreferrer">
      <Icon icon={page.icon} />
      {page.label}
    </a>
  );
}
