import { Check, Pin, Send, X } from "lucide";
import { useState } from "react";
import type { CustomerRequest, SongVersion } from "#contract/requests.ts";
import { call } from "../../lib/api.ts";
import { clockTime, dong } from "../../lib/format.ts";
import { lengthError } from "../../lib/length-error.ts";
import { useOpenFold } from "../../lib/use-draft.ts";
import { usePublicForm } from "../../lib/use-public-form.ts";
import { CallError } from "../../ui/call-error.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Modal } from "../../ui/modal.tsx";
import { ScriptedForm } from "../../ui/scripted-form.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { FreeChanges } from "./free-changes.tsx";
import { PaymentCard } from "./late-parts.tsx";
import styles from "./review.module.css";
import { usePlayedSecond } from "./song.tsx";
import { useChangesDraft } from "./use-changes-draft.ts";
import { callFailed, type RequestCallHandlers, useRequestCall } from "./use-request-call.ts";

export interface ReviewProps {
  request: CustomerRequest;
  version: SongVersion;
  onAccepted(request: CustomerRequest): void;
  onChangesSent(request: CustomerRequest): void;
  onConflict: RequestCallHandlers["onConflict"];
}

/** Lets the customer accept the latest version or ask for changes. */
export function Review({ request, version, onAccepted, onChangesSent, onConflict }: ReviewProps) {
  return (
    <>
      <Accept request={request} version={version} onAccepted={onAccepted} onConflict={onConflict} />
      <Changes request={request} version={version} onChangesSent={onChangesSent} onConflict={onConflict} />
    </>
  );
}

function Accept({ request, version, onAccepted, onConflict }: Omit<ReviewProps, "onChangesSent">) {
  const { page_token: token, agreed_price, paid_at } = request;
  const [isAsking, setAsking] = useState(false);
  const { isBusy, error, run } = useRequestCall({ onReply: onAccepted, onConflict });
  const ask = () => {
    // The payment's heading takes the focus when it is rendered, so its code loads before.
    if (agreed_price > 0) void PaymentCard.preload();
    setAsking(true);
  };
  const close = () => setAsking(false);
  const accept = async () => {
    const body = { version_id: version.id, agreed_price };
    close();
    await run(() => call("POST /api/requests/{token}/accept", { params: { token }, body }));
  };
  return (
    <div className={styles.accept}>
      <CallError message={error} />
      <button type="button" className="btn btn--primary btn--lg btn--wide" disabled={isBusy} onClick={ask}>
        <Icon icon={Check} />
        <span>{isBusy ? "Đang gửi..." : "Tôi hài lòng, nhận bài"}</span>
      </button>
      <Modal
        open={isAsking}
        title="Nhận bài hát này?"
        width={27}
        onClose={close}
        foot={
          <>
            <button type="button" className="btn" onClick={close}>
              Nghe lại đã
            </button>
            <button type="button" className="btn btn--primary" onClick={() => void accept()}>
              Đồng ý nhận
            </button>
          </>
        }
      >
        <p>
          Bạn nhận bản {version.number}{" "}
          {agreed_price === 0 ? (
            <b>miễn phí</b>
          ) : (
            <span>
              với giá thỏa thuận <b className="num">{dong(agreed_price)}</b>
              {paid_at !== null && <span>, đã thanh toán</span>}
            </span>
          )}
          <span>. Nhận rồi thì không yêu cầu sửa được nữa.</span>
        </p>
      </Modal>
    </div>
  );
}

const textMissing = "Vui lòng cho biết bạn muốn sửa điều gì";
const mostCharacters = 3000;

function Changes({ request, version, onChangesSent, onConflict }: Omit<ReviewProps, "onAccepted">) {
  const { id, page_token: token } = request;
  const { draft, change } = useChangesDraft(id, version.id);
  const [fold] = useOpenFold(draft.text !== "" || draft.second !== null);
  const played = usePlayedSecond(version);
  const { isBusy, error, run } = useRequestCall({ onReply: onChangesSent, onConflict });
  const form = usePublicForm({
    check: ({ text = "" }) => ({ text: checkText(text.trim()) }),
    isChecked: () => false,
    async send({ text = "" }) {
      const body = { version_id: version.id, text: text.trim(), second: draft.second };
      const isSent = await run(() => call("POST /api/requests/{token}/changes", { params: { token }, body }));
      if (isSent) change({ text: "", second: null });
    },
    fallback: callFailed,
  });
  return (
    <details ref={fold} className={styles.changes}>
      <summary className="btn btn--line btn--lg btn--wide" id="request-changes">
        Muốn sửa
      </summary>
      <ScriptedForm className={styles.form} aria-labelledby="request-changes" {...form.attributes}>
        <FreeChanges request={request} />
        <CallError message={error} />
        <TextArea
          name="text"
          label="Bạn muốn sửa điều gì? *"
          hint="Ví dụ: đoạn này hát chậm hơn, đổi “anh” thành “ba”."
          error={form.errors.text}
          rows={4}
          value={draft.text}
          required
          onText={(text) => {
            change({ text });
            const isChecked = form.errors.text !== undefined || text.length > mostCharacters;
            if (isChecked) form.setError("text", checkText(text.trim()));
          }}
        />
        {draft.second === null ? (
          <div className={styles.pin}>
            <button
              type="button"
              className="btn btn--line btn--sm"
              disabled={played === undefined}
              onClick={() => played !== undefined && change({ second: played })}
            >
              <Icon icon={Pin} />
              Ghim vào giây hiện tại{played !== undefined && <span className="num">({clockTime(played)})</span>}
            </button>
            {played === undefined && <p className="hint">Bạn phát bài hát đến chỗ cần sửa để ghim.</p>}
          </div>
        ) : (
          <p className={styles.pin}>
            <span className="badge">
              Ghim ở giây <b className="num">{clockTime(draft.second)}</b>
            </span>
            <button type="button" className="ibtn" aria-label="Bỏ ghim" onClick={() => change({ second: null })}>
              <Icon icon={X} />
            </button>
          </p>
        )}
        <button type="submit" className="btn btn--line btn--wide" disabled={isBusy}>
          <Icon icon={Send} />
          <span>{isBusy ? "Đang gửi..." : "Gửi yêu cầu sửa"}</span>
        </button>
      </ScriptedForm>
    </details>
  );
}

function checkText(text: string): string | undefined {
  if (text === "") return textMissing;
  return lengthError(text, mostCharacters);
}
