import { CircleAlert } from "lucide";
import { type FormEvent, useId, useState } from "react";
import { redirect, useNavigate } from "react-router";
import { call } from "../lib/api.ts";
import { readStored, writeStored } from "../lib/storage.ts";
import { errorMessage } from "../resource/data/queries.ts";
import { Field } from "../ui/field.tsx";
import { Mark } from "../ui/mark.tsx";
import { Modal } from "../ui/modal.tsx";
import { ThemeButton } from "../ui/theme-button.tsx";
import "../styles/back-office.css";
import { Icon } from "../ui/icon.tsx";
import { AdminHead } from "./head.tsx";
import { endSession, takeReturnPath } from "./session.tsx";

const storageBlockedMessage =
  "Trình duyệt không cho trang này lưu phiên đăng nhập. Hãy cho phép lưu dữ liệu (cookie) của trang rồi thử lại.";

export function clientLoader() {
  if (readStored("adminToken")) throw redirect(takeReturnPath());
  return null;
}
clientLoader.hydrate = true as const;

/** Logs out; submitted by `useLogout`. */
export function clientAction() {
  endSession();
  return null;
}

export function HydrateFallback() {
  return <AdminHead title="Đăng nhập" />;
}

export default function AdminLogin() {
  const titleId = useId();
  const navigate = useNavigate();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [isHelpOpen, setIsHelpOpen] = useState(false);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === "string" ? value : "";
    };
    setBusy(true);
    setError(undefined);
    try {
      const { data } = await call("POST /api/auth/login", {
        encoding: "form",
        body: {
          username: text("email").trim(),
          password: text("password"),
          remember: form.has("remember"),
        },
        fallback: "Email hoặc mật khẩu không đúng",
        unreachable: "Có lỗi xảy ra, vui lòng thử lại",
      });
      writeStored("adminToken", data.access_token);
      if (!readStored("adminToken")) {
        setError(storageBlockedMessage);
        return setBusy(false);
      }
      await navigate(takeReturnPath(), { replace: true });
    } catch (cause) {
      setError(errorMessage(cause));
      setBusy(false);
    }
  };

  return (
    <main id="main" className="login-page">
      <AdminHead title="Đăng nhập" />
      <div className="login-page__theme">
        <ThemeButton />
      </div>
      <form
        className="card login-card"
        method="post"
        aria-labelledby={titleId}
        onSubmit={(event) => void onSubmit(event)}
      >
        <div className="login-card__head">
          <Mark />
          <h1 id={titleId}>Quản trị Ngân Nga</h1>
        </div>
        {error && (
          <p className="note note--danger" role="alert">
            <Icon icon={CircleAlert} />
            {error}
          </p>
        )}
        <Field label="Email" name="email" type="email" autoComplete="username" required />
        <Field label="Mật khẩu" name="password" type="password" autoComplete="current-password" required />
        <div className="login-card__row">
          <label className="check-line">
            <input type="checkbox" name="remember" />
            Ghi nhớ đăng nhập
          </label>
          <button type="button" className="link" onClick={() => setIsHelpOpen(true)}>
            Quên mật khẩu?
          </button>
        </div>
        <button type="submit" className="btn btn--primary btn--lg btn--wide" disabled={busy}>
          {busy ? "Đang đăng nhập..." : "Đăng nhập"}
        </button>
      </form>
      <Modal open={isHelpOpen} onClose={() => setIsHelpOpen(false)} title="Quên mật khẩu quản trị" width={34}>
        <div className="prose-line">
          <p>
            Mật khẩu quản trị được đặt lại trên máy chủ. Người giữ máy chủ chạy lệnh này trong thư mục của Ngân Nga:
          </p>
          <pre className="command">
            <code>npm run admin -- reset-password EMAIL</code>
          </pre>
          <p>
            Lệnh in ra mật khẩu mới một lần và kết thúc mọi phiên đăng nhập cũ. <code>npm run admin -- list</code> cho
            xem các tài khoản quản trị, <code>npm run admin -- create EMAIL</code> thêm một tài khoản.
          </p>
        </div>
      </Modal>
    </main>
  );
}
