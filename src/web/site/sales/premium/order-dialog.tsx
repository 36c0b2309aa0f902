import { Check } from "lucide";
import { Suspense, useEffect, useId, useRef, useState } from "react";
import type { PayableOrder } from "#contract/orders.ts";
import { dong } from "../../../lib/format.ts";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { packageTitle } from "../../../lib/package-text.ts";
import { useUserAuth } from "../../../lib/session.tsx";
import type { OfferedPackage } from "../../../price-look/offer.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { CloseButton, Dialog } from "../../../ui/modal.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { ListenLink } from "../../listen-link.tsx";
import { orderPath } from "../../routes.ts";
import { storedWantedSong } from "../../wanted-song.ts";
import { isPaid } from "../order/order-payment.ts";
import { PrivateAddress, useCanMail } from "../private/private-address.tsx";
import styles from "./order-dialog.module.css";
import { OrderForm } from "./order-form.tsx";

const PaymentStep = lazyPart(async () => (await import("../order/payment-step.tsx")).PaymentStep);
const Receiver = lazyPart(async () => (await import("../order/receiver.tsx")).Receiver);

/** Loads the steps after the form. Resolves to whether they are there. */
async function preloadSteps(): Promise<boolean> {
  const loaded = await Promise.all([PaymentStep.preload(), Receiver.preload()]);
  return loaded.every(Boolean);
}

interface StepsProps {
  /** Undefined for a package that is not on sale. */
  offer: OfferedPackage | undefined;
  /** The packages on sale. */
  packages: readonly OfferedPackage[];
  /** The order that the form made. */
  order: PayableOrder | undefined;
  onChange(packageId: number): void;
  /** The order was made or has changed. */
  onOrder(order: PayableOrder): void;
  /** The package is no longer on sale, or at another price. */
  onOutdated(): void;
  onClose(): void;
}

/** Sells a package in steps: the customer's form, the account that receives Premium, then the payment. */
export function OrderDialog({ isOpen, ...steps }: StepsProps & { isOpen: boolean }) {
  const titleId = useId();
  return (
    <Dialog open={isOpen} onClose={steps.onClose} labelledBy={titleId} width={52} className={styles.orderDialog}>
      {isOpen && <Steps titleId={titleId} {...steps} />}
    </Dialog>
  );
}

function Steps({
  offer,
  packages,
  order,
  titleId,
  onChange,
  onOrder,
  onOutdated,
  onClose,
}: StepsProps & { titleId: string }) {
  const { isAuthenticated } = useUserAuth();
  const canMail = useCanMail();
  const [isPastAccount, setPastAccount] = useState(false);
  const [isForOther, setForOther] = useState(false);
  const hasPaid = order !== undefined && isPaid(order);
  // A gift is for the account that opens it.
  const hasReceiver = order !== undefined && (order.has_account || order.is_gift);
  const step = !order ? "form" : hasPaid ? "paid" : hasReceiver || isPastAccount ? "payment" : "account";
  // The code of the later steps comes while the form is filled in.
  useEffect(() => void preloadSteps(), []);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (step === "form") return;
    title.current?.focus();
    title.current?.closest("dialog")?.scrollTo(0, 0);
  }, [step]);
  const song = order && order.premium_granted_at !== null && !hasPaid ? storedWantedSong() : undefined;
  const isFree = (order?.payment_amount ?? offer?.price) === 0;
  const needsAccount = order ? !hasReceiver || isPastAccount : !isAuthenticated && !isForOther;
  const steps = [
    { name: "form", label: "Thông tin của bạn" },
    ...(needsAccount ? [{ name: "account", label: "Tài khoản" }] : []),
    { name: "payment", label: isFree ? "Chờ xác nhận" : "Chuyển khoản" },
  ];
  const current = hasPaid ? steps.length : steps.findIndex(({ name }) => name === step);
  return (
    <>
      <div className="modal__head">
        <h2 id={titleId} ref={title} tabIndex={-1}>
          {titleOf(step, order, offer)}
        </h2>
        <CloseButton label="Đóng" onClose={onClose} />
      </div>
      <ol className={styles.steps}>
        {steps.map(({ name, label }, index) => (
          <li key={name} aria-current={index === current ? "step" : undefined}>
            {index < current && !(name === "account" && !hasReceiver) && <Icon icon={Check} />}
            {label}
          </li>
        ))}
      </ol>
      {!order ? (
        <OrderForm
          offer={offer}
          packages={packages}
          onChange={(id) => {
            onChange(id);
            title.current?.focus();
          }}
          prepare={preloadSteps}
          onOrdered={onOrder}
          onGift={setForOther}
          onOutdated={onOutdated}
          onClose={onClose}
        />
      ) : step === "account" ? (
        <div className="modal__body">
          <Suspense fallback={<Skeleton style={{ height: "22rem" }} />}>
            <Receiver
              order={order}
              onAttached={(attached) => {
                setPastAccount(true);
                onOrder(attached);
              }}
              onSkip={() => setPastAccount(true)}
            />
          </Suspense>
        </div>
      ) : (
        <>
          <div className={`modal__body ${styles.payment}`}>
            {!hasReceiver && !hasPaid && (
              <p className="note note--info">
                <span>
                  Đơn này chưa có tài khoản nhận Premium.{" "}
                  <button type="button" className="link" onClick={() => setPastAccount(false)}>
                    Tạo tài khoản để nhận Premium
                  </button>
                </span>
              </p>
            )}
            <Suspense fallback={<Skeleton style={{ height: "22rem" }} />}>
              <PaymentStep order={order} song={storedWantedSong()} onOrder={onOrder} />
            </Suspense>
            <PrivateAddress
              path={orderPath(order.page_token)}
              email={canMail ? order.user_email : undefined}
              what="đơn hàng"
            />
          </div>
          <div className="modal__foot">
            <button type="button" className="btn" onClick={onClose}>
              Đóng
            </button>
            <Link className="btn btn--line" to={orderPath(order.page_token)} replace preventScrollReset={false}>
              Theo dõi đơn hàng
            </Link>
            {song && <ListenLink song={song} />}
          </div>
        </>
      )}
    </>
  );
}

function titleOf(step: string, order: PayableOrder | undefined, offer: OfferedPackage | undefined): string {
  if (!order) return offer ? `Đặt mua ${packageTitle(offer.name)}` : "Chọn gói Premium";
  if (step === "paid") return "Đã nhận được tiền";
  if (step === "account") return "Premium vào tài khoản nào?";
  const name = packageTitle(order.package_name);
  return order.payment_amount === 0 ? `Đã đặt ${name}` : `Thanh toán ${name}: ${dong(order.payment_amount)}`;
}
