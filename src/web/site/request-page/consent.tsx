import type { CustomerRequest } from "#contract/requests.ts";
import { call } from "../../lib/api.ts";
import { CallError } from "../../ui/call-error.tsx";
import styles from "./consent.module.css";
import { type RequestCallHandlers, useRequestCall } from "./use-request-call.ts";

interface ConsentProps extends RequestCallHandlers {
  request: CustomerRequest;
}

/** The customer's consent to the song in the library, which can be withdrawn at any time. */
export function Consent({ request: { page_token: token, consent_at }, ...handlers }: ConsentProps) {
  const { isBusy, error, run } = useRequestCall(handlers);
  const set = (consent: boolean) =>
    run(() => call("PUT /api/requests/{token}/consent", { params: { token }, body: { consent } }));
  return (
    <section className={`card ${styles.consent}`} aria-labelledby="request-consent">
      <h2 id="request-consent">Chia sẻ bài hát</h2>
      <CallError message={error} />
      <label>
        <input
          type="checkbox"
          checked={consent_at !== null}
          aria-disabled={isBusy}
          onChange={({ target }) => void set(target.checked)}
        />
        <span>Cho phép Ngân Nga đưa bài hát này vào thư viện</span>
      </label>
      <p className="hint">Không bắt buộc. Bạn bỏ chọn lúc nào cũng được, bài hát được gỡ khỏi thư viện ngay.</p>
    </section>
  );
}
