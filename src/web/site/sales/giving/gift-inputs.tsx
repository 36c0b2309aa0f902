import { type ComponentProps, useState } from "react";
import { giftLengths, mostDaysAhead } from "#contract/gift-rules.ts";
import { giftWordRules } from "#contract/gift-word-rules.ts";
import { firstError } from "#contract/rules.ts";
import { isoDay } from "../../../lib/dates.ts";
import type { Errors } from "../../../lib/use-public-form.ts";
import { Field } from "../../../ui/field.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import styles from "./gift-giving.module.css";

export const giftNames = ["recipient_name", "giver_name", "message", "opens_on"] as const;
type GiftName = (typeof giftNames)[number];
export type GiftValues = Record<GiftName, string>;
export type GiftLabels = Record<GiftName, Pick<ComponentProps<typeof Field>, "label" | "hint" | "required">>;

/** The labels of a gift of Premium. */
export const premiumLabels: GiftLabels = {
  recipient_name: { label: "Tặng cho", required: true },
  giver_name: { label: "Người tặng", required: true },
  message: { label: "Lời nhắn (không bắt buộc)" },
  opens_on: { label: "Ngày mở quà (không bắt buộc)", hint: "Trước ngày này người nhận chỉ thấy hộp quà." },
};

const lastDay = (now: number) => isoDay(now + mostDaysAhead * 24 * 60 * 60_000);

/** Returns the message for a field of a gift; undefined for a right one. */
export function giftError(labels: GiftLabels, name: GiftName, value: string): string | undefined {
  if (name !== "opens_on") {
    const isLeftOut = value.trim() === "" && !labels[name].required;
    return isLeftOut ? undefined : firstError(value.trim(), giftWordRules[name]);
  }
  const now = Date.now();
  const isRight = value === "" || (value >= isoDay(now) && value <= lastDay(now));
  return isRight ? undefined : "Ngày mở quà từ hôm nay đến một năm nữa";
}

interface GiftInputsProps {
  /** Of the names of its inputs. */
  prefix?: string;
  labels: GiftLabels;
  values: GiftValues;
  errors: Errors;
  onChange(name: GiftName, value: string): void;
}

/** The words of a gift, and the day on which it opens. */
export function GiftInputs({ prefix = "", labels, values, errors, onChange }: GiftInputsProps) {
  const [now] = useState(() => Date.now());
  const field = (name: Exclude<GiftName, "message">) => ({
    ...labels[name],
    name: `${prefix}${name}`,
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: HTMLInputElement }) => onChange(name, target.value),
  });
  return (
    <div className={styles.inputs}>
      <Field {...field("recipient_name")} maxLength={giftLengths.recipient_name} />
      <Field {...field("giver_name")} maxLength={giftLengths.giver_name} />
      <div className={styles.message}>
        <TextArea
          {...labels.message}
          name={`${prefix}message`}
          rows={4}
          value={values.message}
          error={errors.message ?? giftError(labels, "message", values.message)}
          onText={(text) => onChange("message", text)}
        />
      </div>
      <Field {...field("opens_on")} type="date" min={isoDay(now)} max={lastDay(now)} />
    </div>
  );
}
