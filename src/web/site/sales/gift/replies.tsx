import { Check, Heart, Send, Share2 } from "lucide";
import { useRef, useState } from "react";
import { thanksLengths } from "#contract/gift-rules.ts";
import { call } from "../../../lib/api.ts";
import { randomKey } from "../../../lib/idempotency-key.ts";
import { lengthError } from "../../../lib/length-error.ts";
import { useCopy } from "../../../lib/use-copy.ts";
import { readTexts, useDraft } from "../../../lib/use-draft.ts";
import { useHydrated } from "../../../lib/use-hydrated.ts";
import { usePublicForm } from "../../../lib/use-public-form.ts";
import { share, useCanShare } from "../../../lib/use-share.ts";
import { ErrorNote } from "../../../ui/call-error.tsx";
import { Field } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ScriptedForm } from "../../../ui/scripted-form.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { hasHeart, heartIdOf, markHeart } from "../giving/stored-gift.ts";
import styles from "./page.module.css";

interface RepliesProps {
  secret: string;
  giver: string | null;
  /** Of the gift, for the sheet that shares it. */
  title: string;
  /** Whether the gift is for grief or regret: then no thanks are expected. */
  isQuiet: boolean;
}

/** The replies of the receiver, a heart and thanks; and passing the gift on. */
export function Replies({ secret, giver, title, isQuiet }: RepliesProps) {
  const words = isQuiet ? quietWords : thanksWords;
  return (
    <section className={styles.replies} aria-labelledby="gift-thanks">
      <h2 id="gift-thanks">{giver === null ? words.title : `${words.title} tới ${giver}`}</h2>
      <div className={styles.buttons}>
        <HeartButton secret={secret} words={words.heart} />
        <ShareButton title={title} />
      </div>
      <Thanks secret={secret} words={words} />
    </section>
  );
}

interface ReplyWords {
  /** Above the replies, and on the button that sends. */
  title: string;
  label: string;
  missing: string;
  sent: string;
  heart: { on: string; off: string };
}

const thanksWords: ReplyWords = {
  title: "Gửi lời cảm ơn",
  label: "Lời cảm ơn",
  missing: "Vui lòng viết lời cảm ơn",
  sent: "Lời cảm ơn của bạn đã được gửi tới người tặng.",
  heart: { on: "Đã thả tim", off: "Thả tim" },
};

const quietWords: ReplyWords = {
  title: "Gửi đôi lời",
  label: "Lời nhắn",
  missing: "Vui lòng viết lời nhắn",
  sent: "Lời nhắn của bạn đã được gửi tới người gửi bài hát.",
  heart: { on: "Đã gửi một trái tim", off: "Gửi một trái tim" },
};

function HeartButton({ secret, words }: { secret: string; words: ReplyWords["heart"] }) {
  const isHydrated = useHydrated();
  const showToast = useToast();
  const [isPressed, setPressed] = useState(false);
  const isOn = isPressed || (isHydrated && hasHeart(secret));
  async function press() {
    if (isOn) return;
    setPressed(true);
    try {
      await call("POST /api/gifts/{secret}/hearts", { params: { secret }, body: { id: heartIdOf(secret) } });
      markHeart(secret);
    } catch {
      setPressed(false);
      showToast("Chưa gửi được trái tim. Bạn thử lại nhé.", "danger");
    }
  }
  return (
    <button
      type="button"
      className={`btn btn--line ${styles.heart}`}
      aria-pressed={isOn}
      disabled={!isHydrated}
      onClick={() => void press()}
    >
      <Icon icon={Heart} className={isOn ? "i--fill" : ""} />
      {isOn ? words.on : words.off}
    </button>
  );
}

function ShareButton({ title }: { title: string }) {
  const isHydrated = useHydrated();
  const canShare = useCanShare();
  const url = isHydrated ? window.location.href : "";
  const { isCopied, copy } = useCopy("đường dẫn", url, useToast());
  return (
    <button
      type="button"
      className="btn btn--line"
      disabled={!isHydrated}
      onClick={async () => {
        if (!canShare || !(await share({ title, url }))) await copy();
      }}
    >
      <Icon icon={isCopied ? Check : Share2} />
      Chia sẻ
    </button>
  );
}

const noThanks = { text: "", name: "" };

function Thanks({ secret, words: { title, label, missing, sent } }: { secret: string; words: ReplyWords }) {
  const { draft, change, forget } = useDraft(`draft:thanks:${secret}`, noThanks, readTexts(noThanks));
  const [isSent, setSent] = useState(false);
  const id = useRef<string>(undefined);
  const form = usePublicForm({
    check({ text = "" }) {
      const words = text.trim();
      return { text: words === "" ? missing : lengthError(words, thanksLengths.text) };
    },
    // The length is told while it is written.
    isChecked: () => false,
    async send({ text = "", name = "" }) {
      id.current ??= randomKey();
      const body = { id: id.current, name, text: text.trim() };
      await call("POST /api/gifts/{secret}/thanks", { params: { secret }, body });
      forget();
      setSent(true);
    },
    fallback: "Chưa gửi được. Bạn thử lại nhé.",
  });
  if (isSent) {
    return (
      <p className="note note--success" role="status">
        <Icon icon={Check} />
        {sent}
      </p>
    );
  }
  return (
    <ScriptedForm aria-label={label} className={styles.thanks} {...form.attributes}>
      <TextArea
        name="text"
        label={`${label} *`}
        rows={3}
        value={draft.text}
        onText={(text) => {
          change({ text });
          form.setError("text", lengthError(text, thanksLengths.text));
        }}
        error={form.errors.text}
      />
      <Field
        name="name"
        label="Tên bạn"
        hint="Không bắt buộc."
        maxLength={thanksLengths.name}
        value={draft.name}
        onChange={({ target }) => change({ name: target.value })}
        autoComplete="given-name"
      />
      <ErrorNote {...form.refusal} />
      <button type="submit" className="btn btn--primary" disabled={form.isBusy}>
        <Icon icon={Send} />
        <span>{form.isBusy ? "Đang gửi..." : title}</span>
      </button>
    </ScriptedForm>
  );
}
