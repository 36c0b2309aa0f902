import { ChevronDown, CircleAlert, FileText, Gift, Share2 } from "lucide";
import { type FormEvent, useEffect, useState } from "react";
import type { PayableOrder } from "#contract/orders.ts";
import type { PremiumGift, PremiumGiftChange } from "#contract/premium-gifts.ts";
import { call } from "../../../lib/api.ts";
import { dayText, shortDate } from "../../../lib/dates.ts";
import { premiumTitle } from "../../../lib/package-text.ts";
import { readTexts, useDraft, useOpenFold } from "../../../lib/use-draft.ts";
import { useHydrated } from "../../../lib/use-hydrated.ts";
import { share, useCanShare } from "../../../lib/use-share.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { giftPath } from "../../routes.ts";
import { CopyButton } from "../payment/copy-button.tsx";
import { type GiftErrors, GiftInputs, type GiftValues, giftError, giftNames } from "./gift-inputs.tsx";
import styles from "./give-gift.module.css";
import { markOwnGift } from "./stored-gift.ts";

interface GiveGiftProps {
  /** An order of a gift. */
  order: PayableOrder;
  onChanged(order: PayableOrder, news: string): void;
}

/** A gift for its giver: the ways to give it once it is paid for, what became of it, and its words until it is taken. */
export function GiveGift({ order, onChanged }: GiveGiftProps) {
  const { gift } = order;
  const { isBusy, refusal, change } = useGiftChange(order, onChanged);
  const secret = gift?.secret;
  useEffect(() => {
    if (secret) markOwnGift(secret);
  }, [secret]);
  if (!gift) return null;
  return (
    <div id="order-gift" className={styles.gift}>
      <p>{stateOf(order, gift)}</p>
      {gift.secret !== null && gift.code !== null && gift.taken_at === null && (
        <WaysToGive
          token={order.page_token}
          secret={gift.secret}
          code={gift.code}
          title={premiumTitle(order)}
          gift={gift}
        />
      )}
      {gift.thanks.map(({ name, text, created_at }) => (
        <figure key={created_at} className={styles.quote}>
          <blockquote>{text}</blockquote>
          <figcaption className="muted">
            {name ?? gift.recipient_name}, {shortDate(created_at)}
          </figcaption>
        </figure>
      ))}
      {gift.taken_at === null && (
        <>
          {refusal && (
            <p className="note note--danger" role="alert">
              <Icon icon={CircleAlert} />
              {refusal}
            </p>
          )}
          <Words
            key={JSON.stringify(gift)}
            token={order.page_token}
            gift={gift}
            isBusy={isBusy}
            onSave={(values) => change(values, "Đã lưu lời tặng")}
          />
          {gift.secret !== null && (
            <p className={styles.buttons}>
              <button
                type="button"
                className="btn btn--sm"
                disabled={isBusy}
                onClick={() =>
                  void change({ is_open: !gift.is_open }, gift.is_open ? "Đã đóng trang quà" : "Đã mở lại trang quà")
                }
              >
                {gift.is_open ? "Tạm đóng trang quà" : "Mở lại trang quà"}
              </button>
            </p>
          )}
        </>
      )}
    </div>
  );
}

/** Returns what became of a gift, in a sentence or two. */
function stateOf(order: PayableOrder, gift: PremiumGift): string {
  const { recipient_name: to, opens_on, taken_at, state, secret, hearts } = gift;
  const what = `${premiumTitle(order)} cho ${to}`;
  if (taken_at !== null) {
    return `${what} đã được nhận ngày ${shortDate(taken_at)}.${hearts > 0 ? " Người nhận đã gửi lại một trái tim." : ""}`;
  }
  if (secret === null) {
    const isPaid = order.payment_status === "paid" && order.status !== "cancelled";
    return `${what}. ${isPaid ? "Chúng tôi đang xác nhận, món quà sẵn sàng ngay sau đó." : "Trang quà và mã quà hiện ở đây khi tiền về."}`;
  }
  if (state === "closed") return `${what} đang đóng: không ai mở hay nhận được cho đến khi bạn mở lại.`;
  return state === "waiting" && opens_on !== null
    ? `${what} đã sẵn sàng, mở từ ngày ${dayText(opens_on)}. Bạn gửi trước được, người nhận thấy hộp quà và ngày mở.`
    : `${what} đã sẵn sàng, chưa ai nhận. Bạn gửi trang quà hoặc mã quà, ai nhận trước thì Premium là của người ấy.`;
}

interface WaysToGiveProps {
  token: string;
  secret: string;
  code: string;
  title: string;
  gift: PremiumGift;
}

function WaysToGive({ token, secret, code, title, gift }: WaysToGiveProps) {
  const isHydrated = useHydrated();
  const canShare = useCanShare();
  const showToast = useToast();
  const path = giftPath(secret);
  const url = isHydrated ? new URL(path, window.location.origin).href : path;
  return (
    <>
      <dl className={styles.rows}>
        <div>
          <dt>Trang quà</dt>
          <dd>{url}</dd>
          <dd>
            <CopyButton what="đường dẫn trang quà" text={url} />
          </dd>
        </div>
        <div>
          <dt>Mã quà, để nhập ở trang Premium</dt>
          <dd className={`num ${styles.code}`}>{code}</dd>
          <dd>
            <CopyButton what="mã quà" text={code} />
          </dd>
        </div>
      </dl>
      <div className={styles.actions}>
        {canShare && (
          <button
            type="button"
            className="btn btn--primary"
            onClick={async () => {
              const text = `${gift.giver_name} có một món quà cho ${gift.recipient_name}`;
              if (!(await share({ title, text, url })))
                showToast("Chưa mở được bảng chia sẻ. Bạn sao chép đường dẫn nhé.");
            }}
          >
            <Icon icon={Share2} />
            Gửi quà
          </button>
        )}
        <Link className="btn btn--line" to={path}>
          <Icon icon={Gift} />
          Xem trang quà
        </Link>
        {([1, 2] as const).map((design) => (
          <a
            key={design}
            className="btn btn--line"
            href={`/api/orders/${token}/gift/card.pdf?design=${design}`}
            download
          >
            <Icon icon={FileText} />
            <span>{design === 1 ? "Thiệp giấy (PDF)" : "Thiệp sơn mài (PDF)"}</span>
          </a>
        ))}
      </div>
    </>
  );
}

interface WordsProps {
  /** Address of the order. */
  token: string;
  gift: PremiumGift;
  isBusy: boolean;
  /** Returns whether it was saved. */
  onSave(change: PremiumGiftChange): Promise<boolean>;
}

/** The names, the words and the day, folded until the giver changes them. */
function Words({ token, gift, isBusy, onSave }: WordsProps) {
  const { recipient_name, giver_name, message, opens_on } = gift;
  const stored: GiftValues = {
    recipient_name: recipient_name ?? "",
    giver_name: giver_name ?? "",
    message: message ?? "",
    opens_on: opens_on ?? "",
  };
  const {
    draft: values,
    isChanged,
    change,
    forget,
  } = useDraft(`draft:premiumGift:${token}`, stored, readTexts(stored));
  const fold = useOpenFold(isChanged);
  const [errors, setErrors] = useState<GiftErrors>({});
  // A day that has come may stay.
  const check = (name: (typeof giftNames)[number], value: string) =>
    name === "opens_on" && value === stored.opens_on ? undefined : giftError(name, value);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const found: GiftErrors = Object.fromEntries(giftNames.map((name) => [name, check(name, values[name])]));
    setErrors(found);
    const wrong = giftNames.find((name) => found[name] !== undefined);
    const control = wrong && event.currentTarget.elements.namedItem(`gift.${wrong}`);
    if (control instanceof HTMLElement) control.focus();
    else if (await onSave({ ...values, opens_on: values.opens_on || null })) forget();
  }

  return (
    <details ref={fold} className={styles.words}>
      <summary>
        <span>Sửa tên, lời nhắn và ngày mở</span>
        <Icon icon={ChevronDown} />
      </summary>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <GiftInputs
          values={values}
          errors={errors}
          onChange={(name, value) => {
            change({ [name]: value });
            if (errors[name]) setErrors({ ...errors, [name]: check(name, value) });
          }}
        />
        <p className={styles.buttons}>
          <button type="submit" className="btn btn--line" disabled={isBusy}>
            {isBusy ? "Đang lưu..." : "Lưu lời tặng"}
          </button>
        </p>
      </form>
    </details>
  );
}

const failedMessage = "Chưa lưu được món quà. Bạn thử lại nhé.";

/** Saves changes of an order's gift. */
function useGiftChange({ page_token: token }: PayableOrder, onChanged: GiveGiftProps["onChanged"]) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  return {
    isBusy,
    refusal,
    /** Returns whether it was saved. */
    async change(body: PremiumGiftChange, news: string): Promise<boolean> {
      setBusy(true);
      setRefusal(undefined);
      let isSaved = false;
      try {
        const options = { params: { token }, body, fallback: failedMessage };
        const { data } = await call("PUT /api/orders/{token}/gift", options);
        onChanged(data, news);
        isSaved = true;
      } catch (error) {
        setRefusal((error instanceof Error && error.message) || failedMessage);
      }
      setBusy(false);
      return isSaved;
    },
  };
}
