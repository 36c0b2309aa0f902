import { UserCheck } from "lucide";
import { type ReactNode, useRef, useState } from "react";
import { isApiError } from "#contract/errors.ts";
import type { PayableOrder } from "#contract/orders.ts";
import { firstError, loginRules, registerRules } from "#contract/rules.ts";
import { call } from "../../../lib/api.ts";
import { useUserAuth } from "../../../lib/session.tsx";
import { useAction } from "../../../lib/use-action.ts";
import { usePublicForm, type Values } from "../../../lib/use-public-form.ts";
import { CallError } from "../../../ui/call-error.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { ScriptedForm } from "../../../ui/scripted-form.tsx";
import { routes } from "../../routes.ts";
import { type AccountField, AccountFields, checkOf } from "../../sign-in/account-fields.tsx";
import { markAttached } from "../own/stored-orders.ts";
import { awaitsPayment } from "./order-payment.ts";
import styles from "./receiver.module.css";

const failedMessage = "Chưa gắn được đơn hàng vào tài khoản. Bạn thử lại nhé.";

interface ReceiverProps {
  /** An order without an account. */
  order: PayableOrder;
  onAttached(order: PayableOrder): void;
  /** Goes on without an account; without it there is no such button. */
  onSkip?: () => void;
}

/** Gives an order its account: the one that is logged in, or one that is made or logged in here. */
export function Receiver({ order, onAttached, onSkip }: ReceiverProps) {
  const { user, isAuthenticated, register, login } = useUserAuth();
  const { attach, isBusy, error } = useAttach(order, onAttached);
  const [mode, setMode] = useState<"register" | "login">("register");
  // The form stays while the order is attached after the login.
  const [isJoining, setJoining] = useState(false);
  const [notice, setNotice] = useState<string>();
  const lead = useRef<HTMLParagraphElement>(null);

  async function join(enter: () => Promise<void>): Promise<void> {
    setJoining(true);
    try {
      await enter();
      await attach();
    } finally {
      setJoining(false);
    }
  }

  async function registerHere({ email = "", password = "" }: Values) {
    try {
      const full_name = order.user_name;
      await join(() => register({ username: newUsername(email), email: email.trim(), full_name, password }));
    } catch (failure) {
      if (!isApiError(failure) || failure.code !== "conflict") throw failure;
      setNotice(`Email ${email.trim()} đã có tài khoản. Bạn nhập mật khẩu của tài khoản ấy nhé.`);
      setMode("login");
    }
  }

  const isPayable = awaitsPayment(order) && order.payment !== null;
  const skip = onSkip && (
    <button type="button" className="btn" onClick={onSkip}>
      {isPayable ? "Để sau, xem cách chuyển khoản" : "Để sau"}
    </button>
  );

  if (isAuthenticated && user && !isJoining) {
    return (
      <div className={styles.receiver}>
        <p>
          Bạn đang đăng nhập là <b>{user.full_name || user.username}</b> ({user.email}). Đơn hàng này chưa có tài khoản
          nhận Premium.
        </p>
        <CallError message={error} />
        <div className={styles.buttons}>
          <button type="button" className="btn btn--primary" disabled={isBusy} onClick={() => void attach()}>
            <Icon icon={UserCheck} />
            <span>{isBusy ? "Đang gắn đơn hàng..." : "Nhận Premium vào tài khoản này"}</span>
          </button>
          {skip}
        </div>
      </div>
    );
  }
  const change = (next: "register" | "login") => {
    setNotice(undefined);
    setMode(next);
    // The pressed button is gone.
    lead.current?.focus();
  };
  return (
    <div className={styles.receiver}>
      <p ref={lead} tabIndex={-1}>
        {mode === "register"
          ? `Premium cần một tài khoản để mở bài hát. Bạn chỉ cần đặt mật khẩu${isPayable ? ", rồi chuyển khoản" : ""}: thông tin đã điền vẫn giữ nguyên.`
          : "Đăng nhập, và đơn hàng này được gắn vào tài khoản của bạn."}
      </p>
      {notice && (
        <p className="note note--info" role="status">
          {notice}
        </p>
      )}
      {mode === "register" ? (
        <ReceiverForm
          key="register"
          label="Tạo tài khoản để nhận Premium"
          fields={registerFields(order.user_email)}
          fallbackMessage="Chưa tạo được tài khoản. Bạn thử lại nhé."
          submit={registerHere}
          button="Tạo tài khoản"
          busyButton="Đang tạo tài khoản..."
          skip={skip}
        />
      ) : (
        <ReceiverForm
          key="login"
          label="Đăng nhập để nhận Premium"
          fields={loginFields(order.user_email)}
          fallbackMessage="Đăng nhập thất bại"
          submit={({ username = "", password = "" }) => join(() => login(username.trim(), password))}
          button="Đăng nhập"
          busyButton="Đang đăng nhập..."
          skip={skip}
        />
      )}
      <p className={styles.other}>
        {mode === "register" ? (
          <span>
            Đã có tài khoản?{" "}
            <button type="button" className="link" onClick={() => change("login")}>
              Đăng nhập
            </button>
          </span>
        ) : (
          <>
            <button type="button" className="link" onClick={() => change("register")}>
              Tạo tài khoản mới
            </button>
            <Link className="link" to={routes.forgotPassword.path}>
              Quên mật khẩu?
            </Link>
          </>
        )}
      </p>
    </div>
  );
}

interface ReceiverFormProps {
  label: string;
  fields: readonly AccountField[];
  fallbackMessage: string;
  submit(values: Values): Promise<void>;
  button: string;
  busyButton: string;
  skip: ReactNode;
}

function ReceiverForm({ label, fields, fallbackMessage, submit, button, busyButton, skip }: ReceiverFormProps) {
  const form = usePublicForm({ check: checkOf(fields), send: submit, fallback: fallbackMessage, isShownOnce: true });
  return (
    <ScriptedForm className={styles.form} aria-label={label} {...form.attributes}>
      <AccountFields form={form} fields={fields} />
      <div className={styles.buttons}>
        <button type="submit" className="btn btn--primary" disabled={form.isBusy}>
          {form.isBusy ? busyButton : button}
        </button>
        {skip}
      </div>
    </ScriptedForm>
  );
}

function registerFields(email: string): AccountField[] {
  return [
    {
      name: "email",
      input: { label: "Email đăng nhập", type: "email", autoComplete: "email", required: true, defaultValue: email },
      check: ({ email = "" }) => firstError(email.trim(), registerRules.email),
    },
    {
      name: "password",
      input: {
        label: "Mật khẩu mới",
        hint: "Ít nhất 6 ký tự.",
        type: "password",
        autoComplete: "new-password",
        required: true,
      },
      check: ({ password = "" }) => firstError(password, registerRules.password),
    },
  ];
}

function loginFields(email: string): AccountField[] {
  return [
    {
      name: "username",
      input: {
        label: "Tên đăng nhập hoặc email",
        autoComplete: "username",
        autoCapitalize: "none",
        spellCheck: false,
        required: true,
        defaultValue: email,
      },
      check: ({ username = "" }) => firstError(username, loginRules.username),
    },
    {
      name: "password",
      input: { label: "Mật khẩu", type: "password", autoComplete: "current-password", required: true },
      check: ({ password = "" }) => firstError(password, loginRules.password),
    },
  ];
}

/** Returns a name that nobody has: the e-mail's, with random digits. Its owner logs in by the e-mail. */
function newUsername(email: string): string {
  const [name = ""] = email.split("@");
  const digits = String(crypto.getRandomValues(new Uint32Array(1))[0])
    .padStart(10, "0")
    .slice(-6);
  return `${name.replace(/[^A-Za-z0-9_]/g, "_").slice(0, 40)}_${digits}`;
}

/** Attaches an order to the account that is logged in. */
function useAttach({ page_token }: PayableOrder, onAttached: (order: PayableOrder) => void) {
  const { run, ...state } = useAction(failedMessage);
  const { refresh } = useUserAuth();
  const attach = () =>
    run(async () => {
      const { data } = await call("POST /api/orders/{token}/attach", {
        params: { token: page_token },
        as: "user",
        fallback: failedMessage,
      });
      markAttached(page_token);
      onAttached(data);
      // A paid or free order has given Premium at once.
      if (data.premium_granted_at !== null) void refresh();
    });
  return { attach, ...state };
}
