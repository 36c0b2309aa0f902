import { ChevronDown, ExternalLink, FileText, Gift, Heart, Share2 } from "lucide";
import { useEffect } from "react";
import type { GiftChange, GiverGift } from "#contract/gifts.ts";
import type { PremiumGift } from "#contract/premium-gifts.ts";
import { shortDate, shortDateTime } from "../../../lib/dates.ts";
import type { DraftKey } from "../../../lib/storage.ts";
import { useAction } from "../../../lib/use-action.ts";
import { useCopy } from "../../../lib/use-copy.ts";
import { readTexts, useDraft, useOpenFold } from "../../../lib/use-draft.ts";
import { useHydrated } from "../../../lib/use-hydrated.ts";
import { usePublicForm } from "../../../lib/use-public-form.ts";
import { share, useCanShare } from "../../../lib/use-share.ts";
import { CallError, ErrorNote } from "../../../ui/call-error.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ScriptedForm } from "../../../ui/scripted-form.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { giftPath } from "../../routes.ts";
import { CopyButton } from "../payment/copy-button.tsx";
import styles from "./gift-giving.module.css";
import { GiftInputs, type GiftLabels, type GiftValues, giftError, giftNames } from "./gift-inputs.tsx";
import { markOwnGift } from "./stored-gift.ts";

/** A gift of either kind: only that of Premium has a code, and is taken. */
type GivenGift = GiverGift | PremiumGift;

export const failedMessage = "Chưa lưu được món quà. Bạn thử lại nhé.";

interface GiftGivingProps {
  /** Null until it is made. */
  gift: GivenGift | null;
  /** Its present state, in a sentence or two. */
  state: string;
  labels: GiftLabels;
  /** For whom it is, as long as the giver has not said it. */
  recipient?: string;
  draftKey: DraftKey;
  /** Path of the card's file. */
  card: string;
  /** The words of the sheet that shares the link. */
  shared: Pick<ShareData, "title" | "text">;
  /** Saves a change and shows the reply. @throws of a refusal */
  save(change: GiftChange): Promise<void>;
}

/** A gift for its giver: the ways to give it, its switch, what came back, and its words, which make it where there is none. */
export function GiftGiving({ gift, state, card, shared, ...words }: GiftGivingProps) {
  const secret = gift?.secret;
  useEffect(() => {
    if (secret) markOwnGift(secret);
  }, [secret]);
  const isTaken = gift !== null && "taken_at" in gift && gift.taken_at !== null;
  return (
    <div className={styles.giving}>
      {gift && (
        <p className={`note ${gift.state === "open" ? "note--success" : ""}`}>
          <Icon icon={Gift} />
          {state}
        </p>
      )}
      {gift && secret && (
        <>
          {!isTaken && (
            <>
              <WaysToGive secret={secret} code={"code" in gift ? gift.code : null} card={card} shared={shared} />
              <Switch isOpen={gift.is_open} save={words.save} />
            </>
          )}
          <Replies gift={gift} isTaken={isTaken} />
        </>
      )}
      {!isTaken && <Words gift={gift} {...words} />}
    </div>
  );
}

interface WaysToGiveProps extends Pick<GiftGivingProps, "card" | "shared"> {
  secret: string;
  code: string | null;
}

function WaysToGive({ secret, code, card, shared }: WaysToGiveProps) {
  const isHydrated = useHydrated();
  const canShare = useCanShare();
  const path = giftPath(secret);
  const url = isHydrated ? new URL(path, window.location.origin).href : path;
  const { copy } = useCopy("đường dẫn", url, useToast());
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
        {code !== null && (
          <div>
            <dt>Mã quà, để nhập ở trang Premium</dt>
            <dd className={`num ${styles.code}`}>{code}</dd>
            <dd>
              <CopyButton what="mã quà" text={code} />
            </dd>
          </div>
        )}
      </dl>
      <div className={styles.actions}>
        {canShare && (
          <button
            type="button"
            className="btn btn--primary"
            onClick={async () => {
              if (!(await share({ ...shared, url }))) await copy();
            }}
          >
            <Icon icon={Share2} />
            Gửi tặng
          </button>
        )}
        <a className="btn btn--line" href={path} target="_blank" rel="noopener">
          <Icon icon={ExternalLink} />
          Xem trang quà<span className="sr"> (mở trong thẻ mới)</span>
        </a>
      </div>
      <div className={styles.cards}>
        <p>Thiệp A6 có mã QR, in ra là tặng được:</p>
        <div className={styles.actions}>
          {["Thiệp giấy", "Thiệp sơn mài"].map((name, index) => (
            <a key={name} className="btn btn--line" href={`${card}?design=${index + 1}`} download>
              <Icon icon={FileText} />
              {name}
            </a>
          ))}
        </div>
      </div>
    </>
  );
}

function Switch({ isOpen, save }: Pick<GiftGivingProps, "save"> & { isOpen: boolean }) {
  const { isBusy, error, run } = useAction(failedMessage);
  const showToast = useToast();
  return (
    <>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={isOpen}
          aria-disabled={isBusy}
          onChange={async ({ target: { checked } }) => {
            if (await run(() => save({ is_open: checked })))
              showToast(checked ? "Đã mở lại trang quà" : "Đã đóng trang quà");
          }}
        />
        <span>Người có đường dẫn mở được món quà</span>
      </label>
      <CallError message={error} />
    </>
  );
}

/** The replies of the receivers. */
function Replies({
  gift: { recipient_name, opened_at, hearts, thanks },
  isTaken,
}: {
  gift: GivenGift;
  isTaken: boolean;
}) {
  return (
    <>
      {opened_at === null && !isTaken && <p className="muted">Chưa ai mở món quà này.</p>}
      {opened_at !== null && (
        <p>
          Mở lần đầu <span className="num">{shortDateTime(opened_at)}</span>
        </p>
      )}
      {hearts > 0 && (
        <p className={styles.hearts}>
          <Icon icon={Heart} className="i--fill" />
          {hearts} trái tim
        </p>
      )}
      {thanks.length > 0 && (
        <div>
          <h3>Lời cảm ơn</h3>
          <ul className={styles.thanks}>
            {thanks.map(({ name, text, created_at }) => (
              <li key={created_at + text}>
                <p>{text}</p>
                <footer className="muted">
                  <span>{name ?? recipient_name ?? "Người nhận"}</span>,{" "}
                  <span className="num">{shortDate(created_at)}</span>
                </footer>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

type WordsProps = Pick<GiftGivingProps, "gift" | "labels" | "recipient" | "draftKey" | "save">;

/** The names, the words and the day, kept while they are written; folded once there is a gift, unless they wait to be saved. */
function Words({ gift, labels, recipient = "", draftKey, save }: WordsProps) {
  const stored: GiftValues = {
    recipient_name: gift ? (gift.recipient_name ?? "") : recipient,
    giver_name: gift?.giver_name ?? "",
    message: gift?.message ?? "",
    opens_on: gift?.opens_on ?? "",
  };
  const { draft, isChanged, change, forget } = useDraft(draftKey, stored, readTexts(stored));
  const [fold, close] = useOpenFold(isChanged);
  const showToast = useToast();
  const form = usePublicForm({
    // A day that has come may stay.
    check: (values) =>
      Object.fromEntries(
        giftNames
          .filter((name) => name !== "opens_on" || values[name] !== stored[name])
          .map((name) => [name, giftError(labels, name, values[name] ?? "")]),
      ),
    async send(values) {
      await save(Object.fromEntries(giftNames.map((name) => [name, values[name]?.trim() || null])));
      forget();
      close();
      showToast(gift ? "Đã lưu lời tặng" : "Trang quà đã sẵn sàng");
    },
    fallback: failedMessage,
    isShownOnce: true,
  });

  const fields = (
    <ScriptedForm aria-label="Lời tặng" className={styles.form} {...form.attributes}>
      <GiftInputs
        labels={labels}
        values={draft}
        errors={form.errors}
        onChange={(name, value) => change({ [name]: value })}
      />
      <ErrorNote {...form.refusal} />
      <button type="submit" className="btn btn--line" disabled={form.isBusy}>
        <Icon icon={Gift} />
        <span>{form.isBusy ? "Đang lưu..." : gift ? "Lưu lời tặng" : "Tạo trang quà"}</span>
      </button>
    </ScriptedForm>
  );
  if (!gift) return fields;
  return (
    <details ref={fold} className={styles.words}>
      <summary>
        <span>Sửa tên, lời nhắn và ngày mở</span>
        <Icon icon={ChevronDown} />
      </summary>
      {fields}
    </details>
  );
}
