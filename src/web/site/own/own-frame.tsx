import { ArrowLeft } from "lucide";
import type { ReactNode } from "react";
import { useUserAuth } from "../../lib/session.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { PageHead } from "../page-head.tsx";
import { routes, type SiteRoute } from "../routes.ts";
import { returnTo } from "../sign-in/return-path.ts";
import styles from "./own.module.css";
import type { OwnPart } from "./use-part.ts";

interface OwnFrameProps {
  route: SiteRoute;
  description: string;
  /** Controls beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of a listener's pages: heading, the way back, and for visitors what an account keeps. */
export function OwnFrame({ route, description, actions, children }: OwnFrameProps) {
  return (
    <div className={`wrap ${styles.own}`}>
      <PageHead title={route.label} description={description} path={route.path} hidden />
      {route.path !== routes.own.path && (
        <Link className="link" to={routes.own.path}>
          <Icon icon={ArrowLeft} />
          {routes.own.label}
        </Link>
      )}
      <div className={styles.head}>
        <h1>{route.label}</h1>
        {actions}
      </div>
      <DeviceNote />
      {children}
      <noscript>
        <p className="note">Trang này cần JavaScript. Bạn bật JavaScript trong trình duyệt rồi tải lại trang nhé.</p>
      </noscript>
    </div>
  );
}

function DeviceNote() {
  const { isAuthenticated, isLoading } = useUserAuth();
  if (isAuthenticated || isLoading) return null;
  const back = returnTo(routes.own.path);
  return (
    <div className={`${styles.device} guest-only`}>
      <p>Những bài này chỉ nằm trên máy này. Có tài khoản thì máy nào cũng thấy, và không mất khi bạn đổi máy.</p>
      <Link className="btn btn--line btn--sm" to={routes.register.path} state={back}>
        {routes.register.label}
      </Link>
    </div>
  );
}

/** Rows while they load, and when they can't be had. */
export function PartState<Row>({ part, children }: { part: OwnPart<Row>; children(rows: Row[]): ReactNode }) {
  if (part.rows) return children(part.rows);
  if (part.hasFailed)
    return <ErrorState level="h3" title="Chưa tải được phần này" text="Bạn thử lại nhé." onRetry={part.reload} />;
  return <Skeleton className={styles.skeleton} />;
}

/** The button below a list that has more rows. */
export function MoreRows<Row>({ part }: { part: OwnPart<Row> }) {
  if (!part.hasMore) return null;
  return (
    <button type="button" className="btn btn--line" disabled={part.isBusy} onClick={part.more}>
      Xem thêm
    </button>
  );
}
