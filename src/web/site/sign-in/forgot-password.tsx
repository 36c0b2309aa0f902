import { Info } from "lucide";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { TokenKind } from "#contract/endpoint.ts";
import { firstError, registerRules } from "#contract/rules.ts";
import type { SupportContact } from "#contract/support.ts";
import { call } from "../../lib/api.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { loadOnServer } from "../load-on-server.ts";
import { PageHead } from "../page-head.tsx";
import { NoReferrer, privateHeaders } from "../private-page.tsx";
import { type ReadApi, readInBrowser } from "../read-api.ts";
import { routes } from "../routes.ts";
import { ContactList } from "../support/contact-list.tsx";
import type { Route } from "./+types/forgot-password.ts";
import styles from "./account-card.module.css";
import { AccountCard } from "./account-card.tsx";
import type { AccountField } from "./account-fields.tsx";
import { accountKindOf, accountKinds } from "./account-kind.ts";
import { MessageCard } from "./message-card.tsx";

interface Help {
  is_available: boolean;
  /** For a site that can't send e-mails. */
  contacts: SupportContact[];
}
/** Sending the form tells what is wrong. */
const unknownHelp: Help = { is_available: true, contacts: [] };

const fields: AccountField[] = [
  {
    name: "email",
    input: { label: "Email", type: "email", autoComplete: "email", required: true },
    check: ({ email = "" }) => firstError(email.trim(), registerRules.email),
  },
];

async function loadHelp(read: ReadApi): Promise<Help> {
  const { data } = await read("GET /api/auth/forgot-password", {});
  if (data.is_available) return { ...data, contacts: [] };
  return { ...data, contacts: (await read("GET /api/admin/support/public/active", {})).data };
}

export function headers(): Record<string, string> {
  return privateHeaders;
}

export async function loader({ context }: Route.LoaderArgs) {
  return loadOnServer<{ help: Help }, { help: Help }>(
    context,
    async (read) => ({ help: await loadHelp(read) }),
    () => ({ help: unknownHelp }),
  );
}

/** Waits for the answer, so that nobody fills in a form that can't be sent. */
export async function clientLoader(): Promise<{ help: Help }> {
  return { help: await loadHelp(readInBrowser).catch(() => unknownHelp) };
}

export default function ForgotPasswordPage({ loaderData: { help } }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const kind = accountKindOf(params);
  const [sentTo, setSentTo] = useState<string>();
  return (
    <>
      <PageHead
        title={routes.forgotPassword.label}
        description="Đặt lại mật khẩu Ngân Nga bằng một đường dẫn gửi đến email của bạn."
        path={routes.forgotPassword.path}
        hidden
      />
      <NoReferrer />
      {!help.is_available ? (
        <Unavailable kind={kind} contacts={help.contacts} />
      ) : sentTo === undefined ? (
        <AccountCard
          title={routes.forgotPassword.label}
          lead={`Nhập email của ${accountKinds[kind].name}, chúng tôi gửi bạn một đường dẫn để đặt mật khẩu mới.`}
          withoutScripts="Trang này cần JavaScript. Bạn bật JavaScript trong trình duyệt rồi tải lại trang, hoặc mở trang Liên hệ để chúng tôi giúp."
          fields={fields}
          button="Gửi thư đặt lại mật khẩu"
          busyButton="Đang gửi..."
          fallbackMessage="Chưa gửi được yêu cầu. Bạn thử lại nhé."
          submit={async ({ email = "" }) => {
            await call("POST /api/auth/forgot-password", { body: { email: email.trim(), account: kind } });
            setSentTo(email.trim());
          }}
          foot={<BackToLogin kind={kind} />}
        />
      ) : (
        <MessageCard title="Bạn xem hộp thư nhé">
          <p>
            Nếu <b>{sentTo}</b> là email của một {accountKinds[kind].name}, một thư với đường dẫn đặt mật khẩu mới đang
            trên đường đến. Đường dẫn dùng được một lần, trong 30 phút.
          </p>
          <p className="muted">
            Chưa thấy thư? Bạn xem cả mục thư rác, và kiểm tra lại email. Có nhiều thư thì chỉ thư mới nhất dùng được.
          </p>
          <button type="button" className="btn btn--line" onClick={() => setSentTo(undefined)}>
            Nhập lại email
          </button>
          <p className={styles.foot}>
            <BackToLogin kind={kind} />
          </p>
        </MessageCard>
      )}
    </>
  );
}

function BackToLogin({ kind }: { kind: TokenKind }) {
  return (
    <Link className="link" to={accountKinds[kind].loginPath}>
      Trở lại đăng nhập
    </Link>
  );
}

/** Of a site without a mail server. */
function Unavailable({ kind, contacts }: { kind: TokenKind; contacts: SupportContact[] }) {
  return (
    <MessageCard title={routes.forgotPassword.label}>
      <p className="note">
        <Icon icon={Info} />
        Hiện trang không gửi được email, nên bạn chưa tự đặt lại mật khẩu được.
      </p>
      <p>{accountKinds[kind].helper}</p>
      {kind === "user" &&
        (contacts.length > 0 ? (
          <ContactList contacts={contacts} />
        ) : (
          <Link className="btn btn--line" to={routes.help.path}>
            {routes.help.label}
          </Link>
        ))}
      <p className={styles.foot}>
        <BackToLogin kind={kind} />
      </p>
    </MessageCard>
  );
}
