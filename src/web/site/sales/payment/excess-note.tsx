import { Info } from "lucide";
import { dong } from "../../../lib/format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { routes } from "../../routes.ts";

interface ExcessNoteProps {
  /** Whole đồng that came and pay nothing. */
  amount: number;
  /** Whether all of it came for something that had ended. */
  hasEnded?: boolean;
  what: "đơn hàng" | "yêu cầu";
}

/** Says what happens with money that came beyond what was to be paid; nothing without any. */
export function ExcessNote({ amount, hasEnded = false, what }: ExcessNoteProps) {
  if (amount <= 0) return null;
  return (
    <p className="note note--info">
      <Icon icon={Info} />
      <span>
        {hasEnded ? (
          <span>
            Chúng tôi đã nhận <b>{dong(amount)}</b> sau khi {what} này kết thúc.
          </span>
        ) : (
          <span>
            Cảm ơn bạn. Bạn đã chuyển nhiều hơn <b>{dong(amount)}</b> so với số cần trả.
          </span>
        )}
        <span> Khoản này vẫn là của bạn: chúng tôi sẽ liên hệ để hoàn lại</span>
        {what === "đơn hàng" && <span>, hoặc đổi thành thời gian nghe nếu bạn muốn</span>}
        <span>{". "}</span>
        <Link className="link" to={routes.contact.path}>
          Liên hệ chúng tôi
        </Link>
      </span>
    </p>
  );
}
