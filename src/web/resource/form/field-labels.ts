/** The labels of a form's fields and their values in words, for a question about them outside of the fields. */
import { createContext, useContext, useEffect } from "react";

type TextOf = (value: unknown) => string;

export interface FieldLabel {
  label: string;
  textOf: TextOf;
}

/** The labels of the fields of the form around, by their names; of fields that have been shown at least once. */
export const FieldLabelsContext = createContext<Map<string, FieldLabel> | undefined>(undefined);

/** Registers the label of a field. @param textOf the field's value in words; by default as `valueText` writes it */
export function useFieldLabel(name: string, label: string, textOf: TextOf = valueText): void {
  const labels = useContext(FieldLabelsContext);
  useEffect(() => void labels?.set(name, { label, textOf }));
}

/** Tells secrets apart from none. The tab keeps no draft of a field that is described so. */
export const secretText: TextOf = (value) => (value ? "••••••••" : "");

/** Returns a value of a field in words; an empty text without one. */
export function valueText(value: unknown): string {
  if (typeof value === "boolean") return value ? "Bật" : "Tắt";
  if (typeof value === "number") return Number.isNaN(value) ? "" : value.toLocaleString("vi-VN");
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  return typeof value === "string" ? value : "";
}
