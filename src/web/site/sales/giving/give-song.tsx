import { Check, CircleAlert, Copy, ExternalLink, FileText, Gift, Heart, Share2 } from "lucide";
import { type ChangeEvent, useEffect, useState } from "react";
import { ApiError } from "#contract/errors.ts";
import { giftLengths, mostDaysAhead } from "#contract/gift-rules.ts";
import type { GiftChange, GiverGift } from "#contract/gifts.ts";
import { call } from "../../../lib/api.ts";
import { isoDay, shortDate, shortDateTime, weekdayDate } from "../../../lib/dates.ts";
import { lengthError } from "../../../lib/length-error.ts";
import { useCopy } from "../../../lib/use-copy.ts";
import { readTexts, useDraft, useOpenFold } from "../../../lib/use-draft.ts";
import { share, useCanShare } from "../../../lib/use-share.ts";
import { CallError } from "../../../ui/call-error.tsx";
import { Field } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ScriptedForm } from "../../../ui/scripted-form.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { readInBrowser } from "../../read-api.ts";
import { giftPath } from "../../routes.ts";
import styles from "./give-song.module.css";
import { markOwnGift } from "./stored-gift.ts";

interface GiveProps {
  token: string;
  /** Whom the song was asked for. */
  recipient: string | null;
}

/** Lets the customer give the song away: the page of the gift, its link and card, and what came back. */
export function Give({ token, recipient }: GiveProps) {
  const [gift, setGift] = useState<GiverGift | null>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isGone = false;
    readInBrowser("GET /api/requests/{token}/gift", { params: { token } }).then(
      ({ data }) => !isGone && setGift(data.gift),
      () => !isGone && setFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, [token]);
  useEffect(() => {
    if (gift) markOwnGift(gift.secret);
  }, [gift]);
  return (
    <section className={`card ${styles.give}`} aria-labelledby="request-gift">
      <h2 id="request-gift">Gửi tặng</h2>
      <p className="muted">
        Một trang riêng cho người nhận: ảnh bìa, lời tặng, lời bài hát và bài hát. Không có giá, không có câu chuyện bạn
        kể, không có tên bạn ngoài những gì bạn viết ở đây.
      </p>
      {gift === undefined ? (
        hasFailed ? (
          <p className="note note--danger" role="alert">
            <Icon icon={CircleAlert} />
            Không tải được phần quà tặng. Bạn tải lại trang nhé.
          </p>
        ) : (
          <Skeleton style={{ height: "12rem" }} />
        )
      ) : (
        <>
          {gift && <GivenGift token={token} gift={gift} onSaved={setGift} />}
          <GiftWords token={token} gift={gift} recipient={recipient} onSaved={setGift} />
        </>
      )}
    </section>
  );
}

interface SaveProps {
  token: string;
  onSaved(gift: GiverGift): void;
}

/** Saves one change at a time. */
function useSave({ token, onSaved }: SaveProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | Error>();
  async function save(body: GiftChange): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    setError(undefined);
    try {
      onSaved((await call("PUT /api/requests/{token}/gift", { params: { token }, body })).data);
      return true;
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error("Có lỗi xảy ra, bạn thử lại nhé."));
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, error, save };
}

interface GiftWordsProps extends SaveProps {
  gift: GiverGift | null;
  recipient: string | null;
}

const names = ["recipient_name", "giver_name", "message", "opens_on"] as const;
type Words = Record<(typeof names)[number], string>;

/** The words of a gift, kept while they are written; folded once there is one, unless they wait to be saved. */
function GiftWords({ gift, recipient, ...saving }: GiftWordsProps) {
  const given: Words = {
    recipient_name: gift ? (gift.recipient_name ?? "") : (recipient ?? "").slice(0, giftLengths.recipient_name),
    giver_name: gift?.giver_name ?? "",
    message: gift?.message ?? "",
    opens_on: gift?.opens_on ?? "",
  };
  const words = useDraft(`draft:gift:${saving.token}`, given, readTexts(given));
  const fold = useOpenFold(words.isChanged);
  const form = <GiftForm gift={gift} words={words} {...saving} />;
  if (!gift) return form;
  return (
    <details ref={fold} className={styles.edit}>
      <summary>Sửa lời tặng và ngày mở</summary>
      {form}
    </details>
  );
}

interface GiftFormProps extends SaveProps {
  gift: GiverGift | null;
  words: ReturnType<typeof useDraft<Words>>;
}

function GiftForm({ gift, words: { draft, change, forget }, ...saving }: GiftFormProps) {
  const { isBusy, error, save } = useSave(saving);
  const showToast = useToast();
  const [now] = useState(() => Date.now());
  const fieldError = (field: string) =>
    error instanceof ApiError ? error.errors?.find((each) => each.field === field)?.message : undefined;
  const isAtField = names.some(fieldError);
  const field = <N extends (typeof names)[number]>(name: N) => ({
    name,
    value: draft[name],
    error: fieldError(name),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change({ [name]: target.value }),
  });
  const tooLong = lengthError(draft.message, giftLengths.message);
  async function submit() {
    if (tooLong !== undefined) return;
    const body = Object.fromEntries(names.map((name) => [name, draft[name].trim() || null]));
    if (!(await save(body))) return;
    forget();
    showToast(gift ? "Đã lưu món quà" : "Trang quà đã sẵn sàng");
  }
  return (
    <ScriptedForm aria-label="Lời tặng" className={styles.form} onSubmit={() => void submit()}>
      <Field
        {...field("recipient_name")}
        label="Tên người nhận"
        hint="Như bạn vẫn gọi: Mẹ, Bé Bơ, Ông bà nội…"
        maxLength={giftLengths.recipient_name}
      />
      <Field
        {...field("giver_name")}
        label="Tên người tặng"
        hint="Như người nhận sẽ đọc. Để trống nếu bạn muốn giữ kín."
        maxLength={giftLengths.giver_name}
      />
      <TextArea
        name="message"
        label="Lời nhắn"
        hint="Đứng dưới bài hát."
        rows={4}
        value={draft.message}
        onText={(message) => change({ message })}
        error={tooLong ?? fieldError("message")}
      />
      <Field
        {...field("opens_on")}
        type="date"
        label="Ngày mở quà"
        hint="Trước ngày này trang còn đóng. Để trống thì mở được ngay."
        min={isoDay(now)}
        max={isoDay(now + mostDaysAhead * 24 * 60 * 60_000)}
      />
      {!isAtField && <CallError message={error?.message} />}
      <button type="submit" className="btn btn--line" disabled={isBusy}>
        <Icon icon={Gift} />
        <span>{isBusy ? "Đang lưu..." : gift ? "Lưu lời tặng" : "Tạo trang quà"}</span>
      </button>
    </ScriptedForm>
  );
}

function GivenGift({ gift, ...saving }: SaveProps & { gift: GiverGift }) {
  const { token } = saving;
  const { secret, recipient_name, is_open } = gift;
  const { isBusy, error, save } = useSave(saving);
  const url = new URL(giftPath(secret), window.location.origin).href;
  const { isCopied, copy } = useCopy("đường dẫn", url, useToast());
  const canShare = useCanShare();
  const title = recipient_name === null ? "Một món quà" : `Một món quà dành cho ${recipient_name}`;
  const card = (design: 1 | 2) => `/api/requests/${token}/gift/card.pdf?design=${design}`;
  return (
    <div className={styles.given}>
      <p className={`note ${gift.state === "open" ? "note--success" : ""}`}>
        <Icon icon={Gift} />
        {stateOf(gift)}
      </p>
      <p className={styles.address}>{url}</p>
      <div className={styles.buttons}>
        {canShare && (
          <button
            type="button"
            className="btn btn--line"
            onClick={async () => {
              if (!(await share({ title, url }))) await copy();
            }}
          >
            <Icon icon={Share2} />
            Gửi tặng
          </button>
        )}
        <button type="button" className="btn btn--line" onClick={() => void copy()}>
          <Icon icon={isCopied ? Check : Copy} />
          Sao chép đường dẫn
        </button>
        <a className="btn btn--line" href={giftPath(secret)} target="_blank" rel="noopener">
          <Icon icon={ExternalLink} />
          Xem trang quà<span className="sr"> (mở trong thẻ mới)</span>
        </a>
      </div>
      <div className={styles.cards}>
        <p>Thiệp A6 có mã QR, in ra là tặng được:</p>
        <div className={styles.buttons}>
          <a className="btn btn--line" href={card(1)} download>
            <Icon icon={FileText} />
            Thiệp giấy
          </a>
          <a className="btn btn--line" href={card(2)} download>
            <Icon icon={FileText} />
            Thiệp sơn mài
          </a>
        </div>
      </div>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={is_open}
          aria-disabled={isBusy}
          onChange={({ target }) => void save({ is_open: target.checked })}
        />
        <span>Người có đường dẫn mở được món quà</span>
      </label>
      <CallError message={error?.message} />
      <Answers gift={gift} />
    </div>
  );
}

function stateOf({ state, is_open, opens_on }: GiverGift): string {
  if (state === "open") return "Món quà đang mở: ai có đường dẫn đều nghe được.";
  if (state === "waiting") return `Món quà mở vào ${weekdayDate(`${opens_on}T00:00:00+07:00`)}.`;
  if (!is_open) return "Bạn đang đóng món quà. Trang chỉ hiện một hộp quà đóng.";
  return "Món quà đang đóng vì bài hát chưa được thanh toán.";
}

/** The replies of the receivers. */
function Answers({ gift: { opened_at, hearts, thanks } }: { gift: GiverGift }) {
  if (opened_at === null) return <p className="muted">Chưa ai mở món quà này.</p>;
  return (
    <div className={styles.answers}>
      <p className={styles.figures}>
        Mở lần đầu <span className="num">{shortDateTime(opened_at)}</span>
        {hearts > 0 && (
          <span className={styles.hearts}>
            <Icon icon={Heart} className="i--fill" />
            {hearts} trái tim
          </span>
        )}
      </p>
      {thanks.length > 0 && (
        <>
          <h3>Lời cảm ơn</h3>
          <ul className={styles.thanks}>
            {thanks.map(({ name, text, created_at }) => (
              <li key={created_at + text}>
                <p>{text}</p>
                <footer className="muted">
                  <span>{name ?? "Người nhận"}</span>, <span className="num">{shortDate(created_at)}</span>
                </footer>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
