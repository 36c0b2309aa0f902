/** The record that a form changes: its saved values, their version, and what somebody else makes of them while the form is open. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { Stale } from "#contract/errors.ts";
import type { Choices } from "./conflict-dialog.tsx";
import { type Clash, merge } from "./merge.ts";

/** Fields that were changed here and by somebody else, while the question about them is open. */
export interface Conflict {
  clashes: readonly Clash[];
  changedBy: string | undefined;
  /** @param choices undefined to go back to the form */
  answer: (choices: Choices | undefined) => void;
}

export interface FormRecord<I> {
  /** Returns the values that the form was changed from. */
  savedValues: () => I;
  /** Returns the version of the record that the changes are made in. */
  seenVersion: () => string | undefined;
  setSeenVersion: (version: string | undefined) => void;
  conflict: Conflict | undefined;
  /** Merges the form with the record as somebody else saved it. Returns false when the question about it was declined. */
  mergeWith: (stale: Stale, newer: object) => Promise<boolean>;
}

/**
 * Returns the record of a form.
 * @param values of the record. @param version of these; with another one, fields without changes follow the values
 */
export function useFormRecord<I extends FieldValues, O>(
  form: UseFormReturn<I, unknown, O>,
  values: object,
  version: string | undefined,
): FormRecord<I> {
  // The same form, for fields that are known by name alone.
  const fields = form as unknown as UseFormReturn;
  const seen = useRef(version);
  const [conflict, setConflict] = useState<Conflict>();

  // oxlint-disable-next-line no-underscore-dangle -- `formState` has the saved values of the last render, not those of now
  const savedValues = () => form.control._defaultValues as unknown as I;

  /** Takes over newer values of the record where they were not changed here. Returns the fields that were changed here and there. */
  function follow(newer: object): Clash[] {
    const merged = merge(savedValues(), form.getValues(), newer);
    for (const [field, value] of merged.follow) fields.resetField(field, { defaultValue: value });
    return merged.clashes;
  }

  const onVersion = useEffectEvent((next: string | undefined) => {
    if (next === seen.current) return;
    // With a clash the save is to be refused, so that the question is asked.
    if (follow(values).length === 0) seen.current = next;
  });
  const isFirst = useRef(true);
  useEffect(() => {
    // The first values are the form's own, or those of a draft.
    if (isFirst.current) isFirst.current = false;
    else onVersion(version);
  }, [version]);

  async function mergeWith({ current, changedBy }: Stale, newer: object): Promise<boolean> {
    const clashes = follow(newer);
    if (clashes.length > 0) {
      const choices = await new Promise<Choices | undefined>((answer) => setConflict({ clashes, changedBy, answer }));
      setConflict(undefined);
      if (!choices) return false;
      for (const { name: field, mine, theirs } of clashes) {
        fields.resetField(field, { defaultValue: theirs });
        if (choices.get(field) === "mine") fields.setValue(field, mine, { shouldDirty: true });
      }
    }
    seen.current = (current as { version?: string }).version;
    return true;
  }

  return {
    savedValues,
    seenVersion: () => seen.current,
    setSeenVersion(next) {
      seen.current = next;
    },
    conflict,
    mergeWith,
  };
}
