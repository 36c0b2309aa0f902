import { ChevronDown, Send } from "lucide";
import type { ReactNode } from "react";
import { channelLabels, eventLabels, recipientLabels } from "#contract/delivery-names.ts";
import type { Delivery, DeliveryDetail } from "#contract/notifications.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { Badge } from "../../resource/controls/badge.tsx";
import { Banner, ErrorBanner } from "../../resource/controls/banner.tsx";
import { useConfirm } from "../../resource/controls/confirm.tsx";
import { useAreaToast } from "../../resource/controls/toast.tsx";
import { errorMessage, useChange, useRead } from "../../resource/data/queries.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { AccountLink } from "../users/account-link.tsx";
import {
  canResend,
  deliveryRefreshes,
  detailErrors,
  resendDone,
  resendErrors,
  resendLabel,
  resendText,
  resendTitle,
} from "./delivery-calls.ts";
import styles from "./delivery-details.module.css";
import { deliveryName, phoneLabel, reasonOf, subjectLink, zaloNote } from "./delivery-labels.ts";
import { NextAttempt, StateBadges } from "./delivery-state.tsx";
import { MailFrame } from "./mail-frame.tsx";

/** All of a message, and the e-mail as it is sent. */
export function DeliveryDetails({ delivery: listed }: { delivery: Delivery }) {
  const { id } = listed;
  const read = useRead("GET /api/admin/deliveries/{id}", { params: { id } }, detailErrors);
  const detail = read.data?.data.id === id ? read.data.data : undefined;
  const delivery = detail ?? listed;
  return (
    <div className={styles.delivery}>
      <div className={styles.head}>
        <div className="chips">
          <StateBadges delivery={delivery} />
          <NextAttempt delivery={delivery} />
        </div>
        {canResend(delivery) && <ResendButton delivery={delivery} />}
      </div>
      <Reason delivery={delivery} />
      <div className={styles.parts}>
        <Recipient delivery={delivery} />
        <Sending delivery={delivery} />
      </div>
      {read.error && <ErrorBanner error={read.error} busy={read.isFetching} onRetry={() => void read.refetch()} />}
      {detail ? <Content detail={detail} /> : !read.error && <Skeleton className={styles.skeleton} />}
    </div>
  );
}

/** Why a message is not sent. */
function Reason({ delivery }: { delivery: Delivery }) {
  const reason = reasonOf(delivery);
  return reason && <Banner kind={reason.kind}>{reason.text}</Banner>;
}

function Recipient({ delivery }: { delivery: Delivery }) {
  const { recipient_name, recipient_kind, email, phone } = delivery;
  return (
    <Part title="Người nhận">
      <Fact label="Tên">{recipient_name}</Fact>
      <Fact label="Vai trò">{recipientLabels[recipient_kind]}</Fact>
      <Fact label="Email">{email === null ? <None /> : <a href={`mailto:${email}`}>{email}</a>}</Fact>
      <Fact label="Điện thoại">{phone === null ? <None /> : <span className="num">{phoneLabel(phone)}</span>}</Fact>
    </Part>
  );
}

function Sending({ delivery }: { delivery: Delivery }) {
  const { event, channel, created_at, sent_at, attempts } = delivery;
  return (
    <Part title="Gửi">
      <Fact label="Sự kiện">{eventLabels[event]}</Fact>
      <Fact label="Về">
        <Subject delivery={delivery} />
      </Fact>
      <Fact label="Kênh">
        <Badge>{channelLabels[channel]}</Badge>
      </Fact>
      <Fact label="Tạo lúc">
        <Moment time={created_at} />
      </Fact>
      <Fact label="Gửi lúc">
        {sent_at === null ? <span className="muted">Chưa gửi</span> : <Moment time={sent_at} />}
      </Fact>
      <Fact label="Số lần thử">
        <span className="num">{attempts}</span>
      </Fact>
    </Part>
  );
}

/** The request, order or account that a message is about. */
function Subject({ delivery }: { delivery: Delivery }) {
  const { subject_kind: kind, subject_id: id } = delivery;
  if (kind === "user" && id !== null) {
    return (
      <span>
        Tài khoản <AccountLink id={id} />
      </span>
    );
  }
  const link = subjectLink(delivery);
  return link ? <Link to={link.to}>{link.label}</Link> : <None />;
}

function Content({ detail: { channel, state, mail } }: { detail: DeliveryDetail }) {
  return (
    <section className={styles.content}>
      <h3>Nội dung</h3>
      {mail === null ? (
        <Banner kind="info">
          Nội dung không hiện ở đây: thông báo này có đường dẫn riêng của tài khoản, chỉ người nhận mới được thấy.
        </Banner>
      ) : (
        <>
          {channel === "zalo" && <p className="muted">{zaloNote(state)}</p>}
          <p>
            <span className="muted">Tiêu đề:</span> <b>{mail.subject}</b>
          </p>
          <MailFrame subject={mail.subject} html={mail.html} />
          <details className={styles.text}>
            <summary>
              Xem bản chữ
              <Icon icon={ChevronDown} />
            </summary>
            <p>{mail.text}</p>
          </details>
        </>
      )}
    </section>
  );
}

function ResendButton({ delivery }: { delivery: Delivery }) {
  const toast = useAreaToast();
  const confirm = useConfirm();
  const resend = useChange("POST /api/admin/deliveries/{id}/resend", {
    refreshes: deliveryRefreshes,
    successMessage: resendDone,
    ...resendErrors,
  });
  async function ask() {
    const text = (
      <>
        <p>{resendText(delivery)}</p>
        <p>
          <b>{deliveryName(delivery)}</b>
        </p>
      </>
    );
    if (!(await confirm({ title: resendTitle, text, action: resendLabel }))) return;
    try {
      await resend.mutateAsync({ params: { id: delivery.id } });
    } catch (error) {
      toast(errorMessage(error), "danger");
    }
  }
  return (
    <button
      type="button"
      className="btn btn--line btn--sm"
      aria-disabled={resend.isPending}
      onClick={() => !resend.isPending && void ask()}
    >
      <Icon icon={Send} />
      {resendLabel}
    </button>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className={`dl dl--tight ${styles.facts}`}>{children}</dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Moment({ time }: { time: string }) {
  return (
    <time className="num" dateTime={time}>
      {shortDateTime(time)}
    </time>
  );
}

function None() {
  return <span className="muted">Không có</span>;
}
