/** The ways to reach the team, on a page that can be read without scripts. */
import type { SupportContact } from "#contract/support.ts";
import { type Instead, orInstead } from "../../lib/instead.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { failure, type LoadFailure } from "../load-failure.ts";
import { loadOnServer } from "../load-on-server.ts";
import { PageHead } from "../page-head.tsx";
import { brand, pages } from "../pages.ts";
import { type ReadCall, readInBrowser } from "../read-call.ts";
import { offered } from "../support/contact-action.ts";
import { ContactList } from "../support/contact-list.tsx";
import type { Route } from "./+types/page.ts";
import "./contact.css";
import { Link } from "../../ui/link.tsx";

type Shown = SupportContact[] | LoadFailure;

const load = async (call: ReadCall) => (await call("GET /api/admin/support/public/active", {})).data;

export async function loader({ context }: Route.LoaderArgs) {
  return loadOnServer<{ contacts: Shown }, { contacts: LoadFailure }>(
    context,
    async (call) => ({ contacts: await load(call) }),
    () => ({ contacts: failure }),
  );
}

/** Gives a promise, so that the page shows at once. */
export function clientLoader() {
  return { contacts: orInstead(load(readInBrowser), () => failure) };
}

export default function ContactPage({ loaderData }: Route.ComponentProps) {
  const asked: Shown | Promise<SupportContact[] | Instead<LoadFailure>> = loaderData.contacts;
  const contacts = useLatest<Shown>(asked, "");
  return (
    <div className="contact-page wrap">
      <PageHead
        title={pages.contact.label}
        description={`Các cách liên hệ với ${brand}: gọi điện, nhắn tin hoặc viết thư.`}
        path={pages.contact.path}
      />
      <header className="contact-page__head">
        <h1>{pages.contact.label}</h1>
        <p>
          Bạn có điều muốn hỏi, muốn góp ý, hay cần chúng tôi sửa và xóa dữ liệu của bạn? Chọn cách tiện nhất, chúng tôi
          luôn muốn nghe.
        </p>
      </header>
      <Ways contacts={contacts} />
    </div>
  );
}

function Ways({ contacts }: { contacts: Shown | undefined }) {
  if (contacts === undefined) {
    return (
      <div className="contact-page__ways">
        {["a", "b", "c"].map((place) => (
          <Skeleton key={place} className="contact-page__waiting" />
        ))}
      </div>
    );
  }
  if ("failed" in contacts) return <ErrorState title="Không thể tải dữ liệu. Vui lòng thử lại sau." />;
  const shown = offered(contacts);
  if (shown.length === 0) {
    return (
      <EmptyState
        title="Chưa có cách liên hệ nào"
        text="Chúng tôi đang chuẩn bị. Trong lúc chờ, có thể câu trả lời đã nằm trong trang trợ giúp."
      >
        <Link className="btn btn--primary" to={pages.help.path}>
          {pages.help.label}
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      <h2 className="sr">Các cách liên hệ</h2>
      <div className="contact-page__ways">
        <ContactList contacts={shown} />
      </div>
      <p className="contact-page__help">
        Hỏi về cách nghe, tài khoản hay bài bị khóa? Có thể câu trả lời đã ở{" "}
        <Link to={pages.help.path}>{pages.help.label}</Link>.
      </p>
    </>
  );
}
