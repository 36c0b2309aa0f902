import { BadgeCheck, Ban, Check, Undo2 } from "lucide";
import { type ReactNode, useState } from "react";
import { useWatch } from "react-hook-form";
import { type AdminOrder, type AdminOrderDetail, type Invoice, OrderChange } from "#contract/orders.ts";
import { dayText, shortDateTime } from "../../lib/dates.ts";
import { dong } from "../../lib/format.ts";
import { Banner, ErrorBanner } from "../../resource/controls/banner.tsx";
import { CopyButton } from "../../resource/controls/copy-button.tsx";
import { useChange, useRead } from "../../resource/data/queries.ts";
import { SelectField, TextAreaField, TextField } from "../../resource/form/fields.tsx";
import { ResourceForm } from "../../resource/form/resource-form.tsx";
import { hasChanges } from "../../resource/form/use-resource-form.ts";
import { FoldedHistory } from "../../resource/history/record-history.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { AccountLink } from "../users/account-link.tsx";
import { ConfirmPayment } from "./confirm-payment.tsx";
import { type Ending, EndMessageField, EndOrder, reasonsFor } from "./end-order.tsx";
import { OrderAccount } from "./order-account.tsx";
import { loadErrors, orderRefreshes, saveErrors } from "./order-calls.ts";
import styles from "./order-dialog.module.css";
import { OrderHistory } from "./order-history.tsx";
import { OrderRefunds } from "./order-refunds.tsx";
import {
  awaitsConfirmation,
  isCancellable,
  isInBooks,
  isRefundable,
  mayBeTakenUp,
  OrderBadges,
  orderLooks,
  packageOf,
  paymentLooks,
  refundText,
} from "./order-states.tsx";
import ordersStyles from "./orders.module.css";
import { RefundOrder } from "./refund-order.tsx";

type Step = "confirm" | "refund" | Ending;

interface OrderPanelProps {
  order: AdminOrder;
  onClose: () => void;
}

/** All of an order beside the form of what the back office decides. */
export function OrderPanel({ order: listed, onClose }: OrderPanelProps) {
  const [step, setStep] = useState<Step>();
  const { id } = listed;
  const read = useRead("GET /api/premium-orders/{id}", { params: { id } }, loadErrors);
  const detail = read.data?.data.id === id ? read.data.data : undefined;
  const order = detail ?? listed;
  const close = () => setStep(undefined);
  const save = useChange("PUT /api/premium-orders/{id}", {
    refreshes: orderRefreshes,
    successMessage: "Đã lưu đơn hàng",
    ...saveErrors,
  });
  return (
    <>
      <ResourceForm
        name={String(id)}
        title={`Đơn hàng ${order.code}`}
        isPanel
        isReadOnly={order.erased_at !== null}
        schema={OrderChange}
        values={valuesOf(order)}
        version={order.version}
        valuesOf={(record) => valuesOf(record as AdminOrder)}
        submit={async (_, changed) => {
          if (hasChanges(changed)) await save.mutateAsync({ params: { id }, body: changed });
        }}
        onClose={onClose}
      >
        <div className={ordersStyles.order}>
          <div className={ordersStyles.main}>
            {read.error && (
              <ErrorBanner error={read.error} busy={read.isFetching} onRetry={() => void read.refetch()} />
            )}
            <Facts order={order} detail={detail} onStep={setStep} />
          </div>
          {order.erased_at === null && (
            <div className={ordersStyles.side}>
              <Decisions order={order} />
            </div>
          )}
          <div className={ordersStyles.history}>
            <FoldedHistory>
              <OrderHistory id={order.id} />
            </FoldedHistory>
          </div>
        </div>
      </ResourceForm>
      {step === "confirm" && <ConfirmPayment order={order} onClose={close} />}
      {step === "refund" && <RefundOrder order={order} onClose={close} />}
      {(step === "refuse" || step === "cancel") && <EndOrder order={order} ending={step} onClose={close} />}
    </>
  );
}

function valuesOf(order: AdminOrder) {
  return {
    status: order.status,
    payment_status: order.payment_status,
    payment_reference: order.payment_reference ?? "",
    payment_note: order.payment_note ?? "",
    end_message: order.end_message ?? "",
    admin_notes: order.admin_notes ?? "",
  };
}

interface FactsProps {
  order: AdminOrder;
  detail: AdminOrderDetail | undefined;
  onStep: (step: Step) => void;
}

/** The customer's order, its state, and its account. */
function Facts({ order, detail, onStep }: FactsProps) {
  return (
    <>
      {order.erased_at !== null && (
        <Banner kind="info">
          <p>
            Đơn hàng này đã quá thời hạn lưu giữ: thông tin khách được xóa lúc {shortDateTime(order.erased_at)}. Không
            sửa được nữa.
          </p>
        </Banner>
      )}
      <div className={ordersStyles.sum}>
        <div>
          <p>{packageOf(order)}</p>
          <p className={ordersStyles.amount}>{dong(order.payment_amount)}</p>
        </div>
        <div className="chips">
          <OrderBadges order={order} />
        </div>
      </div>
      <NextSteps order={order} onStep={onStep} />
      <Steps order={order} />
      {order.is_gift ? (
        <Part title="Quà tặng">
          <OrderGift order={order} detail={detail} />
        </Part>
      ) : (
        <Part title="Tài khoản nhận Premium">
          <OrderAccount order={order} detail={detail} />
        </Part>
      )}
      <div className={ordersStyles.parts}>
        <Part title="Khách hàng">
          <dl className="dl dl--tight">
            <Fact label="Họ tên" value={order.user_name} />
            <Fact label="Điện thoại" value={order.user_phone} />
            <Fact label="Email" value={order.user_email} />
            {order.user_address && <Fact label="Địa chỉ" value={order.user_address} />}
            {order.user_telegram && <Fact label="Telegram" value={order.user_telegram} />}
            {order.user_facebook && <Fact label="Facebook" value={order.user_facebook} />}
            {order.user_zalo && <Fact label="Zalo" value={order.user_zalo} />}
            {detail?.invoice && <Fact label="Hóa đơn GTGT" value={<InvoiceFact invoice={detail.invoice} />} />}
          </dl>
        </Part>
        <Part title="Thanh toán">
          <dl className="dl dl--tight">
            <Fact
              label="Nội dung"
              value={
                <span className={ordersStyles.code}>
                  {order.code}
                  <CopyButton what="mã đơn hàng" text={order.code} />
                </span>
              }
            />
            <Fact label="Phương thức" value="Chuyển khoản ngân hàng" />
            <Fact label="Mã tham chiếu" value={order.payment_reference} />
            <Fact
              label="Tiền đã về"
              value={
                <>
                  {order.received_amount > 0 && `${dong(order.received_amount)} · `}
                  <Link to={`/admin/payments?state=all&order=${order.id}`}>Giao dịch</Link>
                </>
              }
            />
            {order.refunded_amount > 0 && (
              <Fact label="Đã hoàn" value={<span className="num">{refundText(order)}</span>} />
            )}
            {order.expires_at !== null && <Fact label="Hết hạn lúc" value={shortDateTime(order.expires_at)} />}
            {hasReceipt(order) && (
              <Fact
                label="Biên nhận"
                value={
                  <a className="link" href={`/api/orders/${order.page_token}/receipt.pdf`} download>
                    Tải biên nhận
                  </a>
                }
              />
            )}
          </dl>
        </Part>
      </div>
      {detail && detail.refunds.length > 0 && (
        <Part title="Các lần hoàn tiền">
          <OrderRefunds order={detail} />
        </Part>
      )}
      {order.payment_note !== null && order.erased_at === null && <CustomerNote note={order.payment_note} />}
      {order.erased_at !== null && order.admin_notes !== null && (
        <Part title="Ghi chú quản trị">
          <p className={ordersStyles.text}>{order.admin_notes}</p>
        </Part>
      )}
      {order.end_message !== null && (
        <Part title="Lời đã nhắn cho khách">
          <p className={ordersStyles.text}>{order.end_message}</p>
        </Part>
      )}
    </>
  );
}

/** The steps that are open to an order: its payment confirmed, refused, sent back, or the order cancelled. */
function NextSteps({ order, onStep }: Pick<FactsProps, "order" | "onStep">) {
  const isLate = mayBeTakenUp(order);
  const steps = [
    (awaitsConfirmation(order) || isLate) && (["confirm", "Xác nhận đã thanh toán", BadgeCheck] as const),
    awaitsConfirmation(order) && order.payment_status === "pending" && (["refuse", "Từ chối", Ban] as const),
    isRefundable(order) && (["refund", "Hoàn tiền", Undo2] as const),
    isInBooks(order) && isCancellable(order) && (["cancel", "Hủy đơn", Ban] as const),
  ].filter((step) => step !== false);
  if (steps.length === 0) return null;
  return (
    <div className={ordersStyles.acts}>
      {isLate && <p className="muted">Tiền về trễ? Xác nhận thì đơn được nhận lại.</p>}
      {steps.map(([step, label, icon]) => (
        <button
          key={step}
          type="button"
          className={step === "confirm" && !isLate ? "btn btn--primary" : "btn btn--line"}
          {...(step === "confirm" && { "aria-keyshortcuts": "C", title: `${label} (C)` })}
          onClick={() => onStep(step)}
        >
          <Icon icon={icon} />
          {label}
        </button>
      ))}
    </div>
  );
}

/** The customer's words, as a quotation. They are changed only after a press, since they are not the operator's. */
function CustomerNote({ note }: { note: string }) {
  const [isEditing, setIsEditing] = useState(false);
  if (isEditing) return <TextAreaField name="payment_note" label="Ghi chú của khách" />;
  return (
    <Part title="Ghi chú của khách">
      <blockquote className={`${ordersStyles.text} ${ordersStyles.quote}`}>{note}</blockquote>
      <button type="button" className="btn btn--line btn--sm" onClick={() => setIsEditing(true)}>
        Sửa ghi chú của khách
      </button>
    </Part>
  );
}

/** The fields that the back office sets. */
function Decisions({ order }: { order: AdminOrder }) {
  const [status, payment] = useWatch({ name: ["status", "payment_status"] }) as [string, string];
  const isEnding = status === "cancelled" || payment === "failed" || payment === "refunded";
  return (
    <>
      <div className={ordersStyles.pair}>
        <SelectField name="status" label="Trạng thái đơn hàng" options={orderLooks.options} />
        <SelectField
          name="payment_status"
          label="Trạng thái thanh toán"
          options={paymentLooks.options}
          hint={
            payment === "refunded" && order.payment_status === "paid"
              ? "Ghi là đã hoàn hết, Premium giữ nguyên. Hoàn một phần, ghi lý do hay thu lại Premium thì bấm “Hoàn tiền”."
              : order.is_gift
                ? "Đã thanh toán và đã xác nhận thì món quà sẵn sàng cho người nhận."
                : "Đã thanh toán và đã xác nhận thì Premium được cộng, một lần."
          }
        />
      </div>
      {isEnding && <EndMessageField suggestions={reasonsFor(order)} />}
      <TextField name="payment_reference" label="Mã tham chiếu" maxLength={200} hint="Mã giao dịch của ngân hàng." />
      <TextAreaField name="admin_notes" label="Ghi chú quản trị" hint="Khách không thấy ghi chú này." />
    </>
  );
}

function Steps({ order }: { order: AdminOrder }) {
  const steps = [
    { label: "Đặt hàng", time: order.created_at },
    { label: "Nhận tiền", time: order.paid_at },
    { label: "Xác nhận", time: order.confirmed_at },
    { label: order.is_gift ? "Người nhận lấy quà" : "Cộng Premium", time: order.premium_granted_at },
    { label: "Hoàn thành", time: order.completed_at },
    ...(order.premium_taken_at === null ? [] : [{ label: "Thu lại Premium", time: order.premium_taken_at }]),
  ];
  return (
    <ol className={styles.steps} aria-label="Tiến trình">
      {steps.map(({ label, time }) => (
        <li key={label} className={time === null ? styles.step : `${styles.step} ${styles.done}`}>
          <span className={styles.mark}>{time !== null && <Icon icon={Check} />}</span>
          <b>{label}</b>
          <span className="muted num">{time === null ? "Chưa" : shortDateTime(time)}</span>
        </li>
      ))}
    </ol>
  );
}

/** For whom a gift is, what its giver wrote, and the account that took it. */
function OrderGift({ order, detail }: Omit<FactsProps, "onStep">) {
  const gift = detail?.gift;
  const isTaken = order.premium_granted_at !== null;
  return (
    <dl className="dl dl--tight">
      {gift && <Fact label="Tặng cho" value={gift.recipient_name} />}
      {gift && <Fact label="Người tặng" value={gift.giver_name} />}
      {gift && (
        <Fact label="Lời nhắn" value={gift.message && <span className={ordersStyles.text}>{gift.message}</span>} />
      )}
      {gift?.opens_on && <Fact label="Mở từ ngày" value={dayText(gift.opens_on)} />}
      {gift && !gift.is_open && <Fact label="Trang quà" value="Người tặng đang đóng" />}
      <Fact
        label="Người nhận"
        value={
          order.receiver_id !== null ? (
            <AccountLink id={order.receiver_id} />
          ) : isTaken ? (
            "Tài khoản đã xóa"
          ) : (
            "Chưa ai nhận"
          )
        }
      />
      {order.user_id !== null && <Fact label="Tài khoản người tặng" value={<AccountLink id={order.user_id} />} />}
    </dl>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={ordersStyles.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** Whether an order has a receipt that its address gives: it is paid, confirmed and not erased. */
function hasReceipt({ status, payment_status, payment_amount, erased_at }: AdminOrder): boolean {
  const isConfirmed = status === "confirmed" || status === "completed";
  return payment_status === "paid" && isConfirmed && payment_amount > 0 && erased_at === null;
}

/** What the VAT invoice needs that the customer asked for. */
function InvoiceFact({ invoice }: { invoice: Invoice }) {
  const { company, tax_code, address, email } = invoice;
  return (
    <>
      {company}
      <br />
      MST <span className="num">{tax_code}</span>
      <br />
      {address}
      <br />
      {email}
    </>
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
