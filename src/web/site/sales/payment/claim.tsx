import { Check, ImageUp } from "lucide";
import { useEffect, useId, useRef, useState } from "react";
import type { CustomerClaim } from "#contract/payment-state.ts";
import { call } from "../../../lib/api.ts";
import { shortDateTime } from "../../../lib/dates.ts";
import { useAction } from "../../../lib/use-action.ts";
import { ErrorText } from "../../../ui/error-text.tsx";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./claim.module.css";
import { checkReceipt } from "./receipt-file.ts";

export interface ClaimTarget {
  kind: "order" | "request";
  /** Of the private page. */
  token: string;
}

interface ClaimProps {
  target: ClaimTarget;
  /** Null until the customer has said to have paid. */
  claim: CustomerClaim | null;
  onClaimed(claim: CustomerClaim): void;
}

const failedMessage = "Chưa báo được. Bạn thử lại nhé.";
const endpoints = { order: "POST /api/orders/{token}/claim", request: "POST /api/requests/{token}/claim" } as const;
/** Milliseconds for a picture from a phone. */
const uploadTimeout = 60_000;

/** "Tôi đã chuyển khoản": said by one press, afterwards with a picture of the bank's confirmation for those who have one. */
export function Claim({ target, claim, onClaimed }: ClaimProps) {
  const { isBusy, error, setError, run } = useAction(failedMessage);
  const id = useId();
  const picture = useRef<HTMLInputElement>(null);
  const [hasPressed, setPressed] = useState(false);
  const hasClaim = claim !== null;
  // The pressed button is gone.
  useEffect(() => {
    if (hasPressed && hasClaim) picture.current?.focus({ preventScroll: true });
  }, [hasPressed, hasClaim]);

  async function send(receipt?: File): Promise<void> {
    const refusal = receipt && checkReceipt(receipt);
    if (refusal !== undefined) return setError(refusal);
    await run(async () => {
      const { data } = await call(endpoints[target.kind], {
        params: { token: target.token },
        body: receipt ? { receipt } : {},
        encoding: "multipart",
        timeout: uploadTimeout,
        fallback: failedMessage,
      });
      onClaimed(data);
    });
  }

  return (
    <div className={styles.claim}>
      <div aria-live="polite">
        {claim && (
          <p className={styles.said}>
            <Icon icon={Check} />
            <span>
              Bạn đã báo chuyển khoản lúc <span className="num">{shortDateTime(claim.claimed_at)}</span>
              <span>{claim.has_receipt ? ", kèm ảnh biên nhận" : ""}</span>. Chúng tôi đối chiếu với ngân hàng trước các
              đơn khác; bạn không cần chuyển thêm lần nữa.
            </span>
          </p>
        )}
      </div>
      {error && (
        <ErrorText id={`${id}-error`} isAnnounced>
          {error}
        </ErrorText>
      )}
      {claim ? (
        <label className={`btn btn--line btn--sm ${styles.file}`}>
          <Icon icon={ImageUp} />
          {pictureLabel(isBusy, claim.has_receipt)}
          <input
            ref={picture}
            className="sr"
            type="file"
            accept="image/jpeg,image/png,image/webp"
            disabled={isBusy}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={({ target: input }) => {
              const [file] = input.files ?? [];
              // Without this, picking the same file again fires no change event.
              input.value = "";
              if (file) void send(file);
            }}
          />
        </label>
      ) : (
        <button
          type="button"
          className="btn btn--line btn--sm"
          disabled={isBusy}
          onClick={() => {
            setPressed(true);
            void send();
          }}
        >
          {isBusy ? "Đang báo..." : "Tôi đã chuyển khoản"}
        </button>
      )}
    </div>
  );
}

function pictureLabel(isBusy: boolean, hasPicture: boolean): string {
  if (isBusy) return "Đang gửi ảnh...";
  return hasPicture ? "Đổi ảnh biên nhận" : "Gửi thêm ảnh biên nhận";
}
