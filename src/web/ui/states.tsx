import { CircleAlert, RotateCw, WifiOff } from "lucide";
import { type CSSProperties, type ReactNode, useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import { Icon } from "./icon.tsx";

export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return <div aria-hidden="true" className={className ? `skeleton ${className}` : "skeleton"} style={style} />;
}

interface StateProps {
  title: string;
  text?: string;
  level?: "h1" | "h2" | "h3";
  children?: ReactNode;
}

export function EmptyState({ title, text, level: Title = "h2", children }: StateProps) {
  return (
    <div className="empty">
      <svg className="art" viewBox="0 0 220 120" aria-hidden="true" fill="none" strokeLinecap="round">
        <g stroke="var(--art-gold)">
          <circle cx="110" cy="60" r="52" />
          <circle cx="110" cy="60" r="45" strokeWidth="6" pathLength="60" strokeDasharray=".35 .65" opacity=".7" />
          <circle cx="110" cy="60" r="38" opacity=".6" />
        </g>
        <path
          d="M0 74c12 0 14-16 22-16s10 22 20 22 12-38 24-38 14 52 26 52 12-66 24-66 12 52 24 52 12-28 22-28 10 14 20 14 14-6 38-6"
          stroke="var(--accent)"
          strokeWidth="4"
        />
      </svg>
      <Title>{title}</Title>
      {text && <p>{text}</p>}
      {children && <div className="empty__acts">{children}</div>}
    </div>
  );
}

interface ErrorStateProps extends StateProps {
  /** Reloads the page by default, and without network the data of the page alone. */
  onRetry?: () => void;
}

/** Says what could not be shown. It is tried again by a button, and when the network is back. */
export function ErrorState({ title, text, level: Title = "h2", onRetry, children }: ErrorStateProps) {
  const { revalidate } = useRevalidator();
  const again = onRetry ?? (() => void revalidate());
  const retry = useEffectEvent(again);
  // A reload without network would leave the browser's own error page.
  const press = onRetry ?? (() => (navigator.onLine ? window.location.reload() : void revalidate()));
  useEffect(() => {
    const onOnline = () => retry();
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  }, []);
  return (
    <div className="empty" role="alert">
      <Icon icon={CircleAlert} className="empty__icon" />
      <Title>{title}</Title>
      {text && <p>{text}</p>}
      <div className="empty__acts">
        <button type="button" className="btn btn--primary" onClick={press}>
          <Icon icon={RotateCw} />
          Thử lại
        </button>
        {children}
      </div>
    </div>
  );
}

/** Stands in place of what comes with the network. */
export function LostConnection() {
  return (
    <p className="note note--danger" role="alert">
      <Icon icon={WifiOff} />
      <span>Mất kết nối. Phần này hiện ra khi có mạng trở lại.</span>
    </p>
  );
}
