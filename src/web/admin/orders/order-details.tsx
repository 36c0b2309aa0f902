import { Check } from "lucide";
import type { ReactNode } from "react";
import type { AdminOrder, MatchingUser } from "#contract/orders.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { dong } from "../../lib/format.ts";
import { Banner, ErrorBanner } from "../../resource/controls/banner.tsx";
import { useConfirm } from "../../resource/controls/confirm.tsx";
import { CopyButton } from "../../resource/controls/copy-button.tsx";
import { useToast } from "../../resource/controls/toast.tsx";
import { errorMessage, useChange, useRead } from "../../resource/data/queries.ts";
import { Icon } from "../../ui/icon.tsx";
import { AccountLink } from "../users/account-link.tsx";
import { EmailBadge } from "../users/badges.tsx";
import { orderRefreshes, saveErrors, unreachable } from "./order-calls.ts";
import { awaitsConfirmation, ConfirmationText, confirmation, OrderBadges, packageOf } from "./order-states.tsx";

/** All fields of an order, and the way to its account. */
export function OrderDetails({ order }: { order: AdminOrder }) {
  const hasNoAccount = order.user_id === null && order.erased_at === null;
  const read = useRead(
    "GET /api/premium-orders/{id}",
    { params: { id: order.id } },
    { fallback: "Có lỗi xảy ra khi tải đơn hàng", unreachable, enabled: hasNoAccount },
  );
  const matchingUser = hasNoAccount && read.data?.data.id === order.id ? read.data.data.matching_user : null;
  return (
    <div className="order">
      {read.error && <ErrorBanner error={read.error} busy={read.isFetching} onRetry={() => void read.refetch()} />}
      {order.erased_at !== null && (
        <Banner kind="info">
          <p>
            Đơn hàng này đã quá thời hạn lưu giữ: thông tin khách được xóa lúc {shortDateTime(order.erased_at)}. Không
            sửa được nữa.
          </p>
        </Banner>
      )}
      <div className="order__sum">
        <div>
          <p>{packageOf(order)}</p>
          <p className="order__amount">{dong(order.payment_amount)}</p>
        </div>
        <div className="chips">
          <OrderBadges order={order} />
        </div>
      </div>
      <Steps order={order} />
      {matchingUser && <AccountOffer order={order} user={matchingUser} />}
      <div className="order__parts">
        <Part title="Khách hàng">
          <Fact label="Họ tên" value={order.user_name} />
          <Fact label="Điện thoại" value={order.user_phone} />
          <Fact label="Email" value={order.user_email} />
          <Fact label="Địa chỉ" value={order.user_address} />
          <Fact label="Telegram" value={order.user_telegram} />
          <Fact label="Facebook" value={order.user_facebook} />
          <Fact label="Zalo" value={order.user_zalo} />
          <Fact
            label="Tài khoản"
            value={order.user_id === null ? "Chưa gắn với tài khoản nào" : <AccountLink id={order.user_id} />}
          />
        </Part>
        <Part title="Thanh toán">
          <Fact
            label="Nội dung chuyển khoản"
            value={
              <span className="order__code">
                {order.code}
                <CopyButton what="mã đơn hàng" text={order.code} />
              </span>
            }
          />
          <Fact label="Phương thức" value="Chuyển khoản ngân hàng" />
          <Fact label="Mã tham chiếu" value={order.payment_reference} />
          <Fact label="Ghi chú của khách" value={order.payment_note} />
          <Fact label="Ghi chú quản trị" value={order.admin_notes} />
          <Fact label="Cập nhật" value={shortDateTime(order.updated_at)} />
        </Part>
      </div>
      {order.erased_at === null && awaitsConfirmation(order) && <ConfirmButton order={order} />}
    </div>
  );
}

function Steps({ order }: { order: AdminOrder }) {
  const steps = [
    { label: "Đặt hàng", time: order.created_at },
    { label: "Nhận tiền", time: order.paid_at },
    { label: "Xác nhận", time: order.confirmed_at },
    { label: "Cộng Premium", time: order.premium_granted_at },
    { label: "Hoàn thành", time: order.completed_at },
  ];
  return (
    <ol className="order-steps" aria-label="Tiến trình">
      {steps.map(({ label, time }) => (
        <li key={label} className={time === null ? "order-steps__step" : "order-steps__step is-done"}>
          <span className="order-steps__mark">{time !== null && <Icon icon={Check} />}</span>
          <b>{label}</b>
          <span className="muted num">{time === null ? "Chưa" : shortDateTime(time)}</span>
        </li>
      ))}
    </ol>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className="dl order__facts">{children}</dl>
    </section>
  );
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value || <span className="muted">Không có</span>}</dd>
    </div>
  );
}

/** Offers the account with the order's e-mail. */
function AccountOffer({ order, user }: { order: AdminOrder; user: MatchingUser }) {
  const { isBusy, run } = useOrderChange("Đã gắn đơn hàng với tài khoản");
  const confirm = useConfirm();
  async function attach() {
    const isConfirmed = await confirm({
      title: "Gắn tài khoản",
      text: (
        <p>
          Gắn đơn {order.code} với tài khoản <b>{user.username}</b>? Sau khi gắn, không đổi sang tài khoản khác được.
        </p>
      ),
      action: "Gắn tài khoản",
    });
    if (isConfirmed) await run({ params: { id: order.id }, body: { user_id: user.id } });
  }
  return (
    <Banner kind="warning">
      <p>
        Tài khoản <b>{user.username}</b> có cùng email {user.email}. Email này do khách tự khai, hãy hỏi lại khách trước
        khi gắn.
      </p>
      <p>
        <EmailBadge isVerified={user.is_email_verified} />
      </p>
      <button
        type="button"
        className="btn btn--line btn--sm"
        aria-disabled={isBusy}
        onClick={() => !isBusy && void attach()}
      >
        Gắn với tài khoản này
      </button>
    </Banner>
  );
}

function ConfirmButton({ order }: { order: AdminOrder }) {
  const { isBusy, run } = useOrderChange("Đã xác nhận thanh toán");
  const confirm = useConfirm();
  async function confirmPayment() {
    const text = (
      <p>
        <ConfirmationText order={order} />
      </p>
    );
    if (await confirm({ title: "Xác nhận đã thanh toán", text, action: "Xác nhận" })) await run(confirmation(order));
  }
  return (
    <div className="order__acts">
      <button
        type="button"
        className="btn btn--primary"
        aria-disabled={isBusy}
        onClick={() => !isBusy && void confirmPayment()}
      >
        Xác nhận đã thanh toán
      </button>
    </div>
  );
}

/** A change of an order. Errors are shown as toasts. */
function useOrderChange(successMessage: string) {
  const toast = useToast();
  const change = useChange("PUT /api/premium-orders/{id}", {
    refreshes: orderRefreshes,
    successMessage,
    ...saveErrors,
  });
  async function run(input: Parameters<typeof change.mutateAsync>[0]) {
    try {
      await change.mutateAsync(input);
    } catch (error) {
      toast(errorMessage(error), "danger");
    }
  }
  return { isBusy: change.isPending, run };
}
