import type { SupportContact } from "#contract/support.ts";
import { type Fallback, withFallback } from "../../lib/fallback.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { Link } from "../../ui/link.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { type LoadFailure, loadFailure } from "../load-failure.ts";
import { loadOnServer } from "../load-on-server.ts";
import { PageHead } from "../page-head.tsx";
import { type ReadApi, readInBrowser } from "../read-api.ts";
import { brand, routes } from "../routes.ts";
import { ContactList } from "../support/contact-list.tsx";
import type { Route } from "./+types/page.ts";
import styles from "./page.module.css";

type Contacts = SupportContact[] | LoadFailure;

const load = async (read: ReadApi) => (await read("GET /api/admin/support/public/active", {})).data;

export async function loader({ context }: Route.LoaderArgs) {
  return loadOnServer<{ contacts: Contacts }, { contacts: LoadFailure }>(
    context,
    async (call) => ({ contacts: await load(call) }),
    () => ({ contacts: loadFailure }),
  );
}

/** Returns a promise, so that skeletons render at once. */
export function clientLoader() {
  return { contacts: withFallback(load(readInBrowser), () => loadFailure) };
}

export default function ContactPage({ loaderData }: Route.ComponentProps) {
  const data: Contacts | Promise<SupportContact[] | Fallback<LoadFailure>> = loaderData.contacts;
  const contacts = useLatest<Contacts>(data, "");
  return (
    <div className={`${styles.page} wrap`}>
      <PageHead
        title={routes.contact.label}
        description={`Các cách liên hệ với ${brand}: gọi điện, nhắn tin hoặc viết thư.`}
        path={routes.contact.path}
      />
      <header className={styles.head}>
        <h1>{routes.contact.label}</h1>
        <p>
          Bạn có điều muốn hỏi, muốn góp ý, hay cần chúng tôi sửa và xóa dữ liệu của bạn? Chọn cách tiện nhất, chúng tôi
          luôn muốn nghe.
        </p>
      </header>
      <ContactOptions contacts={contacts} />
    </div>
  );
}

function ContactOptions({ contacts }: { contacts: Contacts | undefined }) {
  if (contacts === undefined) {
    return (
      <div className={styles.list}>
        {["a", "b", "c"].map((key) => (
          <Skeleton key={key} className={styles.skeleton} />
        ))}
      </div>
    );
  }
  if ("failed" in contacts) return <ErrorState title="Không thể tải dữ liệu. Vui lòng thử lại sau." />;
  if (contacts.length === 0) {
    return (
      <EmptyState
        title="Chưa có cách liên hệ nào"
        text="Chúng tôi đang chuẩn bị. Trong lúc chờ, có thể câu trả lời đã nằm trong trang trợ giúp."
      >
        <Link className="btn btn--primary" to={routes.help.path}>
          {routes.help.label}
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      <h2 className="sr">Các cách liên hệ</h2>
      <div className={styles.list}>
        <ContactList contacts={contacts} isLarge />
      </div>
      <p className={styles.help}>
        Hỏi về cách nghe, tài khoản hay bài bị khóa? Có thể câu trả lời đã ở{" "}
        <Link to={routes.help.path}>{routes.help.label}</Link>.
      </p>
    </>
  );
}
