import { Check, Copy, Share2 } from "lucide";
import { useEffect, useState } from "react";
import { call } from "../../../lib/api.ts";
import { useCopy } from "../../../lib/use-copy.ts";
import { useHydrated } from "../../../lib/use-hydrated.ts";
import { share, useCanShare } from "../../../lib/use-share.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useToast } from "../../../ui/toast.tsx";
import styles from "./private-address.module.css";

interface PrivateAddressProps {
  path: string;
  /** Where the address was sent to; undefined when it was not. */
  email: string | undefined;
  /** The content of the page, in the middle of a sentence. */
  what: "đơn hàng" | "yêu cầu";
}

/** Says what the private address is, and copies or shares it. */
export function PrivateAddress({ path, email, what }: PrivateAddressProps) {
  const isHydrated = useHydrated();
  const url = isHydrated ? new URL(path, window.location.origin).href : path;
  const { isCopied, copy } = useCopy("đường dẫn", url, useToast());
  const canShare = useCanShare();
  return (
    <div className={styles.privateAddress}>
      <p className="muted">
        Trang của {what} có địa chỉ riêng: ai có nó đều xem được, nên bạn giữ lại và đừng gửi cho người lạ.
        {email !== undefined && <span>{` Đã gửi vào email ${email}.`}</span>}
      </p>
      {isHydrated && (
        <p className={styles.buttons}>
          <button type="button" className="btn btn--line btn--sm" onClick={() => void copy()}>
            <Icon icon={isCopied ? Check : Copy} />
            Sao chép đường dẫn
          </button>
          {canShare && (
            <button
              type="button"
              className="btn btn--line btn--sm"
              onClick={async () => {
                if (!(await share({ title: `Trang theo dõi ${what}`, url }))) await copy();
              }}
            >
              <Icon icon={Share2} />
              Gửi cho mình
            </button>
          )}
        </p>
      )}
    </div>
  );
}

/** Returns whether the site sends mails; false until that is known. */
export function useCanMail(): boolean {
  const [canMail, setCanMail] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    call("GET /api/auth/forgot-password", { signal: controller.signal }).then(
      ({ data }) => setCanMail(data.is_available),
      () => undefined,
    );
    return () => controller.abort();
  }, []);
  return canMail;
}
