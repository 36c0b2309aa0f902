/** The way from a song to its page on the site, of a hidden one to the page as visitors would see it. */
import { ExternalLink, Eye } from "lucide";
import type { Song } from "#contract/catalogue.ts";
import { Icon } from "../../ui/icon.tsx";

/** Returns address and label of the page; undefined for a hidden song without an address. */
function pageOf({ id, is_active, preview_url }: Song) {
  if (is_active) return { href: `/songs/${id}`, label: "Trang công khai", icon: ExternalLink };
  return preview_url ? { href: preview_url, label: "Xem như khách", icon: Eye } : undefined;
}

/** A button that opens the page in a new tab. */
export function PublicPageButton({ song }: { song: Song }) {
  const page = pageOf(song);
  if (!page) return null;
  return (
    <a className="btn btn--line btn--sm" href={page.href} target="_blank" rel="noreferrer">
      <Icon icon={page.icon} />
      {page.label}
    </a>
  );
}

/** The same as an icon, for rows of a table. */
export function PublicPageIcon({ song }: { song: Song }) {
  const page = pageOf(song);
  if (!page) return null;
  const name = `${page.label}: ${song.title}`;
  return (
    <a className="ibtn" href={page.href} target="_blank" rel="noreferrer" aria-label={name} title={page.label}>
      <Icon icon={page.icon} />
    </a>
  );
}
