import { type SocialNetwork, socialNetworks } from "#contract/social-networks.ts";
import { useSocialLinks } from "../lib/root-data.ts";
import { Link } from "../ui/link.tsx";
import { Mark } from "../ui/mark.tsx";
import styles from "./footer.module.css";
import { brand, routes, type SiteRoute } from "./routes.ts";

const discover: [label: string, route: SiteRoute][] = [
  ["Bài hát mới", routes.songs],
  ["Thể loại", routes.categories],
  [routes.request.label, routes.request],
];
const support: [label: string, route: SiteRoute][] = [
  [routes.help.label, routes.help],
  [routes.contact.label, routes.contact],
  [routes.terms.label, routes.terms],
  [routes.privacy.label, routes.privacy],
];

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className="wrap">
        <div className={styles.grid}>
          <div>
            <Link className="brand" to={routes.home.path}>
              <Mark />
              {brand}
            </Link>
            <p className="muted">
              Nhạc do trí tuệ nhân tạo viết, người Việt nghe và góp ý từng câu. Nghe miễn phí, học ngoại ngữ qua lời
              hát, đặt một bài cho người bạn thương.
            </p>
            <SocialPages />
          </div>
          <Column title="Khám phá" links={discover} />
          <Column title="Hỗ trợ" links={support} />
        </div>
        <p className={styles.end}>
          <span>© 2024 {brand}</span>
          <span>Làm tại Việt Nam, nghe ở khắp nơi</span>
        </p>
      </div>
    </footer>
  );
}

function Column({ title, links }: { title: string; links: [label: string, route: SiteRoute][] }) {
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {links.map(([label, route]) => (
          <li key={route.path}>
            <Link to={route.path}>{label}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

const networks = Object.entries(socialNetworks) as [SocialNetwork, string][];

/** The site's pages in social networks, by their names; nothing while there are none. */
function SocialPages() {
  const links = useSocialLinks();
  const pages = networks.filter(([network]) => links?.[network]);
  if (!links || pages.length === 0) return null;
  return (
    <ul className={styles.social} aria-label={`${brand} trên mạng xã hội`}>
      {pages.map(([network, name]) => (
        <li key={network}>
          <a href={links[network]} target="_blank" rel="noopener">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
