import { CircleAlert, Info } from "lucide";
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { redirect, useNavigate } from "react-router";
import { isApiError } from "#contract/errors.ts";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Mark } from "../../ui/mark.tsx";
import { ThemeButton } from "../../ui/theme-button.tsx";
import { KitLocale } from "../controls/kit-locale.tsx";
import { Modal } from "../controls/modal.tsx";
import { errorMessage } from "../data/queries.ts";
import { claimDrafts, hasDrafts } from "../form/drafts.ts";
import type { Area, LoginFields } from "./area.ts";
import { AreaHead } from "./head.tsx";
import { isLoggedIn, onSessionChange, type SessionEnd, sessionEndOf, storeSession, takeReturnPath } from "./session.ts";
import "../../styles/back-office.css";
import styles from "./login.module.css";

const storageBlockedMessage =
  "Trình duyệt không cho trang này lưu phiên đăng nhập. Hãy cho phép lưu dữ liệu (cookie) của trang rồi thử lại.";
const endMessages: Record<SessionEnd, string> = {
  expired: "Phiên đăng nhập đã hết hạn, mời đăng nhập lại.",
  elsewhere: "Phiên đăng nhập đã kết thúc ở một thẻ khác, mời đăng nhập lại.",
};
const draftsMessage = "Những gì bạn đang nhập dở vẫn được giữ.";

/** The login's `clientLoader`. @throws a redirect to the requested page if a session is stored */
export function skipLogin(area: Area): null {
  if (isLoggedIn(area)) throw redirect(takeReturnPath(area));
  return null;
}

export function LoginFallback({ area }: { area: Area }) {
  return <AreaHead area={area} title="Đăng nhập" />;
}

/** The login of a back office. */
export function LoginScreen({ area }: { area: Area }) {
  const { title, accountField, canRemember, help, foot, unreachable, send } = area.login;
  const titleId = useId();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLParagraphElement>(null);
  const [notice] = useState(() => noticeOf(area));
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  /** Account and password that the server has accepted and asks a code for. */
  const [accepted, setAccepted] = useState<LoginFields>();
  const [isRecovery, setIsRecovery] = useState(false);
  const [account, setAccount] = useState("");
  const [isHelpOpen, setIsHelpOpen] = useState(false);

  const isSecondStep = accepted !== undefined;
  useEffect(() => {
    form.current?.querySelector("input")?.focus();
  }, [isSecondStep, isRecovery]);
  useEffect(() => {
    if (error) alert.current?.focus();
  }, [error]);

  const proceed = (account: string) => {
    claimDrafts(account);
    return navigate(takeReturnPath(area), { replace: true });
  };
  const followOtherTab = useEffectEvent(async () => {
    if (!isLoggedIn(area)) return;
    try {
      await proceed(await area.fetchAccount());
    } catch {
      // That session may have ended as well; the form stays.
    }
  });
  useEffect(() => onSessionChange(area, () => void followOtherTab()), [area]);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const values = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = values.get(name);
      return typeof value === "string" ? value : "";
    };
    const fields: LoginFields = accepted
      ? { ...accepted, code: text("code").trim() }
      : { account: text("account").trim(), password: text("password"), remember: values.has("remember") };
    setBusy(true);
    setError(undefined);
    try {
      const session = await send(fields);
      if (storeSession(area, session)) return await proceed(fields.account);
      setError(storageBlockedMessage);
    } catch (cause) {
      const reason = isApiError(cause) ? cause.reason : undefined;
      if (reason === "totp_required" && !accepted) {
        setAccount(fields.account);
        setAccepted(fields);
      } else {
        // The password may have changed meanwhile.
        if (accepted && isApiError(cause) && cause.status === 401 && !reason) setAccepted(undefined);
        setError(isApiError(cause) && cause.status >= 500 ? unreachable : errorMessage(cause));
      }
    }
    setBusy(false);
  };

  return (
    <main id="main" className={styles.page}>
      <AreaHead area={area} title="Đăng nhập" />
      <div className={styles.theme}>
        <ThemeButton />
      </div>
      <form
        ref={form}
        className={`card ${styles.card}`}
        method="post"
        aria-labelledby={titleId}
        onSubmit={(event) => void onSubmit(event)}
      >
        <div className={styles.cardHead}>
          <Mark />
          <h1 id={titleId}>{title}</h1>
        </div>
        {notice && (
          <p className="note note--info" role="status">
            <Icon icon={Info} />
            {notice}
          </p>
        )}
        {error && (
          <p className="note note--danger" role="alert" tabIndex={-1} ref={alert}>
            <Icon icon={CircleAlert} />
            {error}
          </p>
        )}
        {accepted ? (
          <CodeStep
            isRecovery={isRecovery}
            onSwitch={() => setIsRecovery(!isRecovery)}
            onBack={() => {
              setError(undefined);
              setIsRecovery(false);
              setAccepted(undefined);
            }}
          />
        ) : (
          <>
            <Field {...accountField} name="account" autoComplete="username" defaultValue={account} required />
            <Field label="Mật khẩu" name="password" type="password" autoComplete="current-password" required />
          </>
        )}
        {!accepted && (canRemember || help) && (
          <div className={styles.cardRow}>
            {canRemember && (
              <label className="check-line">
                <input type="checkbox" name="remember" />
                Ghi nhớ đăng nhập
              </label>
            )}
            {help && (
              <button type="button" className="link" onClick={() => setIsHelpOpen(true)}>
                Quên mật khẩu?
              </button>
            )}
          </div>
        )}
        <button type="submit" className="btn btn--primary btn--lg btn--wide" disabled={busy}>
          {busy ? "Đang đăng nhập..." : accepted ? "Xác nhận" : "Đăng nhập"}
        </button>
        {foot && <p className={styles.cardFoot}>{foot}</p>}
      </form>
      {help && (
        <KitLocale>
          <Modal open={isHelpOpen} onClose={() => setIsHelpOpen(false)} title={help.title} width={34}>
            <help.Content />
          </Modal>
        </KitLocale>
      )}
    </main>
  );
}

interface CodeStepProps {
  isRecovery: boolean;
  onSwitch: () => void;
  onBack: () => void;
}

/** The second step: a code of the app, or a recovery code. */
function CodeStep({ isRecovery, onSwitch, onBack }: CodeStepProps) {
  return (
    <>
      {isRecovery ? (
        <Field
          key="recovery"
          label="Mã khôi phục"
          hint="Một trong mười mã bạn đã lưu khi bật xác thực hai bước. Mỗi mã dùng một lần."
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          required
        />
      ) : (
        <Field
          key="totp"
          label="Mã xác thực"
          hint="Sáu chữ số trong ứng dụng xác thực trên điện thoại của bạn."
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          required
        />
      )}
      <div className={styles.cardRow}>
        <button type="button" className="link" onClick={onSwitch}>
          {isRecovery ? "Dùng ứng dụng xác thực" : "Dùng mã khôi phục"}
        </button>
        <button type="button" className="link" onClick={onBack}>
          Quay lại
        </button>
      </div>
    </>
  );
}

/** Message of the login about the session that has ended. */
function noticeOf(area: Area): string | undefined {
  const end = sessionEndOf(area);
  if (!end) return undefined;
  return hasDrafts() ? `${endMessages[end]} ${draftsMessage}` : endMessages[end];
}
