import { type ReactNode, type RefObject, useRef, useState } from "react";
import { Navigate, useNavigate, useRevalidator } from "react-router";
import type { User } from "#contract/accounts.ts";
import type { CustomerOrder } from "#contract/orders.ts";
import type { Session } from "#contract/own-account.ts";
import type { UserRequest } from "#contract/requests.ts";
import { call } from "../../lib/api.ts";
import { type Fallback, withFallback } from "../../lib/fallback.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { readStored, writeStored } from "../../lib/storage.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { Redraw } from "../../ui/redraw.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { type LoadFailure, loadFailure } from "../load-failure.ts";
import { PageHead } from "../page-head.tsx";
import { routes } from "../routes.ts";
import { returnTo } from "../sign-in/return-path.ts";
import { useRefetchWithToken } from "../use-refetch-with-token.ts";
import type { Route } from "./+types/page.ts";
import { DataExport } from "./data-export.tsx";
import { Deletion } from "./deletion.tsx";
import { EmailState } from "./email-state.tsx";
import { Orders } from "./orders.tsx";
import styles from "./page.module.css";
import { Password } from "./password.tsx";
import { Premium } from "./premium.tsx";
import { Profile } from "./profile.tsx";
import { Requests } from "./requests.tsx";
import { Sessions } from "./sessions.tsx";

type Loaded<T> = T | LoadFailure | Promise<T | Fallback<LoadFailure>>;

/** Promises, so that the page renders at once; undefined without a token. */
interface AccountData {
  orders: Loaded<CustomerOrder[]> | undefined;
  requests: Loaded<UserRequest[]> | undefined;
  sessions: Loaded<Session[]> | undefined;
  /** Whether the site can send e-mails; the attempt tells it where this failed to load. */
  canMail: boolean | Promise<boolean | Fallback<boolean>>;
}

/** The parts of the page by their anchors: what people come for first, what they rarely need last. */
const parts = {
  premium: "Premium",
  "bai-hat": "Bài hát đã đặt",
  "don-hang": "Đơn hàng",
  "thong-tin": "Thông tin cá nhân",
  "mat-khau": "Mật khẩu",
  "thiet-bi": "Thiết bị đã đăng nhập",
  "du-lieu": "Dữ liệu của bạn",
  xoa: "Xóa tài khoản",
} as const;

/** Largest page of the API. */
const mostRows = 100;

const withoutToken: AccountData = { orders: undefined, requests: undefined, sessions: undefined, canMail: true };

/** The server knows no user: its page is the frame that the browser fills. */
export function loader(): AccountData {
  return withoutToken;
}

export function clientLoader(): AccountData {
  if (!readStored("userToken")) return withoutToken;
  const query = { limit: mostRows };
  const orders = call("GET /api/user/orders", { as: "user", query }).then(({ data }) => data);
  const requests = call("GET /api/user/song-requests", { as: "user", query }).then(({ data }) => data);
  const sessions = call("GET /api/user/sessions", { as: "user" }).then(({ data }) => data);
  const canMail = call("GET /api/auth/forgot-password", {}).then(({ data }) => data.is_available);
  return {
    orders: withFallback(orders, () => loadFailure),
    requests: withFallback(requests, () => loadFailure),
    sessions: withFallback(sessions, () => loadFailure),
    canMail: withFallback(canMail, () => true),
  };
}

export default function AccountPage({ loaderData }: Route.ComponentProps) {
  const data: AccountData = loaderData;
  const { user, isAuthenticated, isLoading, forget } = useUserAuth();
  const [isDeleted, setDeleted] = useState(false);
  const navigate = useNavigate();
  const showToast = useToast();
  useRefetchWithToken(data.sessions === undefined);

  function onDeleted() {
    setDeleted(true);
    forget();
    if (user) {
      writeStored(`notebook:${user.id}`, null);
      writeStored(`reviews:${user.id}`, null);
      writeStored("learnRounds", null);
    }
    showToast("Đã xóa tài khoản của bạn. Cảm ơn bạn đã nghe nhạc cùng chúng tôi.");
    void navigate(routes.home.path, { replace: true });
  }

  return (
    <div className={`wrap ${styles.ownAccount}`}>
      <PageHead
        title={routes.account.label}
        description="Tài khoản Ngân Nga của bạn."
        path={routes.account.path}
        hidden
      />
      {isAuthenticated && user ? (
        <AccountView user={user} data={data} onDeleted={onDeleted} />
      ) : isLoading || isDeleted ? (
        <>
          <AccountSkeleton />
          <noscript>
            <div className="note">
              <p>
                Trang tài khoản cần JavaScript. Bạn bật JavaScript trong trình duyệt,{" "}
                <a className="link" href={routes.login.path}>
                  đăng nhập
                </a>{" "}
                rồi tải lại trang, hoặc{" "}
                <a className="link" href={routes.contact.path}>
                  liên hệ chúng tôi
                </a>
                .
              </p>
            </div>
          </noscript>
        </>
      ) : (
        <Navigate to={routes.login.path} state={returnTo(routes.account.path)} replace />
      )}
    </div>
  );
}

function AccountView({ user, data, onDeleted }: { user: User; data: AccountData; onDeleted(): void }) {
  const orders = useLatest<CustomerOrder[] | LoadFailure | undefined>(data.orders, "");
  const requests = useLatest<UserRequest[] | LoadFailure | undefined>(data.requests, "");
  const sessions = useLatest<Session[] | LoadFailure | undefined>(data.sessions, "");
  const canMail = useLatest<boolean>(data.canMail, "");
  const { revalidate } = useRevalidator();
  const sessionsHeading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <header className={styles.head}>
        <h1>{routes.account.label}</h1>
        <p>
          Tên đăng nhập: <b>{user.username}</b>
        </p>
      </header>
      <div className={styles.columns}>
        <nav className={styles.contents} aria-label="Mục trong trang">
          <ul>
            {Object.entries(parts).map(([id, title]) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <Section id="premium">
            <Premium user={user} />
          </Section>
          <Section id="bai-hat">
            <Part value={requests} error="Không thể tải các bài hát đã đặt. Vui lòng thử lại sau." onRetry={revalidate}>
              {(loaded) => <Requests requests={loaded} />}
            </Part>
          </Section>
          <Section id="don-hang">
            <Part value={orders} error="Không thể tải đơn hàng. Vui lòng thử lại sau." onRetry={revalidate}>
              {(loaded) => <Orders orders={loaded} />}
            </Part>
          </Section>
          <Section id="thong-tin">
            <EmailState user={user} canMail={canMail ?? true} />
            <Profile key={`${user.email} ${user.full_name}`} user={user} />
          </Section>
          <Section id="mat-khau">
            <Password username={user.username} onChanged={() => void revalidate()} />
          </Section>
          <Section id="thiet-bi" heading={sessionsHeading}>
            <Part
              value={sessions}
              error="Không thể tải các phiên đăng nhập. Vui lòng thử lại sau."
              onRetry={revalidate}
            >
              {(loaded) => <Sessions sessions={loaded} heading={sessionsHeading} onEnded={revalidate} />}
            </Part>
          </Section>
          <Section id="du-lieu">
            <DataExport />
          </Section>
          <Section id="xoa">
            <Deletion user={user} onDeleted={onDeleted} />
          </Section>
        </div>
      </div>
    </>
  );
}

interface SectionProps {
  id: keyof typeof parts;
  heading?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}

function Section({ id, heading, children }: SectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={heading && -1}>
        {parts[id]}
      </h2>
      <Redraw>{children}</Redraw>
    </section>
  );
}

interface PartProps<T> {
  value: T[] | LoadFailure | undefined;
  error: string;
  onRetry(): Promise<void>;
  children(value: T[]): ReactNode;
}

/** Renders data that is loaded after the page. */
function Part<T>({ value, error, onRetry, children }: PartProps<T>) {
  if (value === undefined) {
    return (
      <div aria-busy="true">
        <Skeleton className={styles.rows} />
      </div>
    );
  }
  if ("failed" in value) return <ErrorState level="h3" title={error} onRetry={() => void onRetry()} />;
  return children(value);
}

function AccountSkeleton() {
  return (
    <>
      <header className={styles.head}>
        <h1>{routes.account.label}</h1>
      </header>
      <div className={styles.waiting} aria-busy="true">
        {["a", "b", "c"].map((key) => (
          <Skeleton key={key} className={styles.skeleton} />
        ))}
      </div>
    </>
  );
}
