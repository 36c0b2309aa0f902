import { TriangleAlert } from "lucide";
import type { Delivery } from "#contract/notifications.ts";
import { Badge, Mark } from "../../resource/controls/badge.tsx";
import styles from "./deliveries.module.css";
import { nextAttempt, stateLooks } from "./delivery-labels.ts";

/** The state of a message, and the mark of an address that was refused for good. */
export function StateBadges({ delivery }: { delivery: Delivery }) {
  const [label, kind] = stateLooks[delivery.state];
  return (
    <>
      <Badge hasDot kind={kind}>
        {label}
      </Badge>
      {delivery.is_bounced && <Mark icon={TriangleAlert} kind="danger" name="Địa chỉ bị từ chối hẳn" />}
    </>
  );
}

/** When a waiting message is sent. */
export function NextAttempt({ delivery }: { delivery: Delivery }) {
  const text = nextAttempt(delivery);
  return text !== undefined && <span className={`${styles.next} num`}>{text}</span>;
}
