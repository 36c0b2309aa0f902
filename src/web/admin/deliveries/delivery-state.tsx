import { TriangleAlert } from "lucide";
import type { Delivery } from "#contract/notifications.ts";
import { Mark } from "../../resource/controls/badge.tsx";
import styles from "./deliveries.module.css";
import { deliveryLooks, nextAttempt } from "./delivery-labels.ts";

/** The state of a message, and the mark of an address that was refused for good. */
export function StateBadges({ delivery }: { delivery: Delivery }) {
  return (
    <>
      <deliveryLooks.Badge state={delivery.state} />
      {delivery.is_bounced && <Mark icon={TriangleAlert} kind="danger" label="Địa chỉ bị từ chối hẳn" />}
    </>
  );
}

/** When a waiting message is sent. */
export function NextAttempt({ delivery }: { delivery: Delivery }) {
  const text = nextAttempt(delivery);
  return text !== undefined && <span className={`${styles.next} num`}>{text}</span>;
}
