import { type IconNode, MessageSquare, MonitorPlay, Music2 } from "lucide";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import { Mark } from "../ui/mark.tsx";
import { brand, type Page, pages } from "./pages.ts";

const discover: [label: string, page: Page][] = [
  ["Bài hát mới", pages.songs],
  ["Thể loại", pages.categories],
  ["Đặt bài hát riêng", pages.request],
];
const support: [label: string, page: Page][] = [
  [pages.help.label, pages.help],
  [pages.contact.label, pages.contact],
  [pages.terms.label, pages.terms],
  [pages.privacy.label, pages.privacy],
];

export function Footer() {
  return (
    <footer className="site-footer">
      <div className="wrap">
        <div className="site-footer__grid">
          <div>
            <Link className="brand" to={pages.home.path}>
              <Mark />
              {brand}
            </Link>
            <p className="muted">
              Nhạc do trí tuệ nhân tạo viết, người Việt nghe và góp ý từng câu. Nghe miễn phí, học ngoại ngữ qua lời
              hát, đặt một bài cho người bạn thương.
            </p>
            <SocialPlaceholders />
          </div>
          <Column title="Khám phá" links={discover} />
          <Column title="Hỗ trợ" links={support} />
        </div>
        <p className="site-footer__end">
          <span>© 2024 {brand}</span>
          <span>Làm tại Việt Nam, nghe ở khắp nơi</span>
        </p>
      </div>
    </footer>
  );
}

/** A column appears with the first of its pages. */
function Column({ title, links }: { title: string; links: [label: string, page: Page][] }) {
  const shown = links.filter(([, page]) => page.exists);
  if (shown.length === 0) return null;
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {shown.map(([label, page]) => (
          <li key={page.path}>
            <Link to={page.path}>{label}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

const networks: [name: string, icon: IconNode][] = [
  ["Facebook", MessageSquare],
  ["YouTube", MonitorPlay],
  ["TikTok", Music2],
];

/** The places where there will be something to follow; none has an address yet, so none is a link. */
function SocialPlaceholders() {
  return (
    <ul className="social">
      {networks.map(([name, icon]) => (
        <li key={name} title={`${name}: sắp có`}>
          <Icon icon={icon} />
          <span className="sr">{name}: sắp có</span>
        </li>
      ))}
    </ul>
  );
}
