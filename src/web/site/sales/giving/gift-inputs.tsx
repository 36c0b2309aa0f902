import { useState } from "react";
import { giftLengths, mostDaysAhead } from "#contract/gift-rules.ts";
import { premiumGiftRules } from "#contract/premium-gift-rules.ts";
import { firstError } from "#contract/rules.ts";
import { isoDay } from "../../../lib/dates.ts";
import { Field } from "../../../ui/field.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import styles from "./gift-inputs.module.css";

export const giftNames = ["recipient_name", "giver_name", "message", "opens_on"] as const;
export type GiftName = (typeof giftNames)[number];
export type GiftValues = Record<GiftName, string>;
export type GiftErrors = Partial<GiftValues>;

const lastDay = (now: number) => isoDay(now + mostDaysAhead * 24 * 60 * 60_000);

/** Returns the message for a field of a gift; undefined for a right one. */
export function giftError(name: GiftName, value: string): string | undefined {
  if (name !== "opens_on") return firstError(value.trim(), premiumGiftRules[name]);
  const now = Date.now();
  const isRight = value === "" || (value >= isoDay(now) && value <= lastDay(now));
  return isRight ? undefined : "Ngày mở quà từ hôm nay đến một năm nữa";
}

interface GiftInputsProps {
  values: GiftValues;
  errors: GiftErrors;
  onChange(name: GiftName, value: string): void;
}

/** The words of a gift, and the day on which it opens. The inputs are named `gift.recipient_name` and so on. */
export function GiftInputs({ values, errors, onChange }: GiftInputsProps) {
  const [now] = useState(() => Date.now());
  const field = (name: Exclude<GiftName, "message">) => ({
    name: `gift.${name}`,
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: HTMLInputElement }) => onChange(name, target.value),
  });
  return (
    <div className={styles.inputs}>
      <Field {...field("recipient_name")} label="Tặng cho" required maxLength={giftLengths.recipient_name} />
      <Field {...field("giver_name")} label="Người tặng" required maxLength={giftLengths.giver_name} />
      <div className={styles.message}>
        <TextArea
          name="gift.message"
          label="Lời nhắn (không bắt buộc)"
          rows={4}
          value={values.message}
          error={errors.message ?? giftError("message", values.message)}
          onText={(text) => onChange("message", text)}
        />
      </div>
      <Field
        {...field("opens_on")}
        label="Ngày mở quà (không bắt buộc)"
        hint="Trước ngày này người nhận chỉ thấy hộp quà."
        type="date"
        min={isoDay(now)}
        max={lastDay(now)}
      />
    </div>
  );
}
