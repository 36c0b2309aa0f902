import type { Errors } from "../../../lib/use-public-form.ts";
import { GiftInputs, type GiftValues, giftError, giftNames, premiumLabels } from "../giving/gift-inputs.tsx";
import type { Name, Values } from "../order/order-values.ts";
import styles from "./order-form.module.css";

/** Whether the order buys a gift. */
export const isGift = (values: Values): boolean => values["gift.on"] !== "";

/** Returns the errors of the words of a gift, when the order is one. */
export function checkGift(values: Values): Errors {
  if (!isGift(values)) return {};
  return Object.fromEntries(
    giftNames.map((name) => [`gift.${name}`, giftError(premiumLabels, name, values[`gift.${name}`])]),
  );
}

interface GiftFieldsProps {
  values: Values;
  errors: Errors;
  onChange(name: Name, value: string): void;
}

/** Turns the order into a gift: for whom, from whom, the words, and the day on which it opens. */
export function GiftFields({ values, errors, onChange }: GiftFieldsProps) {
  const giftOf = <T,>(all: Partial<Record<string, T>>) =>
    Object.fromEntries(giftNames.map((name) => [name, all[`gift.${name}`]]));
  return (
    <div className={styles.gift}>
      <label>
        <input
          type="checkbox"
          name="gift.on"
          value="yes"
          checked={isGift(values)}
          onChange={({ target }) => onChange("gift.on", target.checked ? "yes" : "")}
        />
        <span>Mua tặng người khác</span>
      </label>
      {isGift(values) && (
        <>
          <p className="muted">
            Tiền về, bạn có một trang quà và một mã quà để gửi đi. Người nhận mở quà rồi nhận Premium vào tài khoản của
            họ, không thấy giá.
          </p>
          <GiftInputs
            prefix="gift."
            labels={premiumLabels}
            values={giftOf(values) as GiftValues}
            errors={giftOf(errors)}
            onChange={(name, value) => onChange(`gift.${name}`, value)}
          />
        </>
      )}
    </div>
  );
}
