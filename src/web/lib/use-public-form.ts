import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { isApiError } from "#contract/errors.ts";
import { valuesOf } from "./form-values.ts";
import { useAction } from "./use-action.ts";

/** The texts of a form by the names of its controls. */
export type Values = Record<string, string>;
/** The messages of wrong controls by their names; undefined for a control that was found right. */
export type Errors = Record<string, string | undefined>;

interface PublicFormOptions {
  /** Returns an entry for each control that has a rule. */
  check(values: Values): Errors;
  /** Sends what was found right. The message of a thrown ApiError stands above the form, those of its fields at their controls. */
  send(values: Values, form: HTMLFormElement): Promise<void>;
  /** Message of an error that is not the server's. */
  fallback: string;
  /** Whether a control is checked after one has changed, itself or another; by default itself, and each that was checked before. */
  isChecked?: (name: string, changed: string, errors: Errors) => boolean;
  /** Leaves the message above the form out where one of its errors stands at a control. */
  isShownOnce?: boolean;
}

export interface PublicForm {
  errors: Errors;
  /** For controls that are changed otherwise than by typing, and files. */
  setError(name: string, message: string | undefined): void;
  /** The message above the form, for `<ErrorNote>`. It gets the focus that the disabled button has lost, unless a control is wrong. */
  refusal: { message: string | undefined; ref: RefObject<HTMLParagraphElement | null> };
  isBusy: boolean;
  /** Runs another task of the form, such as its second button's. Returns whether it succeeded. */
  run(task: () => Promise<unknown>): Promise<boolean>;
  /** Forgets the message above the form, and those at its controls, except for the given ones. */
  reset(errors?: Errors): void;
  /** For `<form>` or `<ScriptedForm>`. */
  attributes: {
    ref: RefObject<HTMLFormElement | null>;
    onInput(event: FormEvent<HTMLFormElement>): void;
    onSubmit(event: FormEvent<HTMLFormElement>): Promise<void>;
  };
}

/**
 * A form of the public pages: checks its controls while they change and before it is sent, sends it once at a time, shows what the server
 * refuses, and focuses the first wrong control. The values are those of the DOM, so that none typed before hydration is lost.
 */
export function usePublicForm(options: PublicFormOptions): PublicForm {
  const { check, send, fallback, isChecked = isOwnOrEarlier, isShownOnce = false } = options;
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<{ message: string | undefined; errors: Errors }>();
  const ref = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLParagraphElement>(null);
  const action = useAction(fallback, (message, error) => {
    const refused = fieldErrorsOf(error);
    const isAtControl = isShownOnce && firstWrong(ref.current, refused) !== undefined;
    setErrors(refused);
    setRefusal({ message: isAtControl ? undefined : message, errors: refused });
  });

  // After the render: the form may have stood back for another screen, and a fold may hold the control.
  useEffect(() => {
    if (!refusal || focusFirstWrong(ref.current, refusal.errors)) return;
    if (document.activeElement === document.body) alert.current?.focus();
    else alert.current?.scrollIntoView({ block: "nearest" });
  }, [refusal]);

  const run = (task: () => Promise<unknown>) => {
    setRefusal(undefined);
    return action.run(task);
  };
  return {
    errors,
    setError: (name, message) => setErrors((previous) => ({ ...previous, [name]: message })),
    refusal: { message: refusal?.message, ref: alert },
    isBusy: action.isBusy,
    run,
    reset(rest = {}) {
      setErrors(rest);
      setRefusal(undefined);
    },
    attributes: {
      ref,
      onInput({ currentTarget, target }) {
        const { name: changed } = target as HTMLInputElement;
        const found = check(valuesOf(currentTarget));
        setErrors((previous) => {
          const names = [changed, ...Object.keys(found)].filter((name) => isChecked(name, changed, previous));
          if (names.length === 0) return previous;
          return { ...previous, ...Object.fromEntries(names.map((name) => [name, found[name]])) };
        });
      },
      async onSubmit(event) {
        event.preventDefault();
        if (action.isBusy) return;
        const form = event.currentTarget;
        const values = valuesOf(form);
        const found = check(values);
        setErrors(found);
        setRefusal(undefined);
        if (isWrong(found)) return void focusFirstWrong(form, found);
        if (await run(() => send(values, form))) setErrors({});
      },
    },
  };
}

const isWrong = (errors: Errors) => Object.values(errors).some((message) => message !== undefined);
const isOwnOrEarlier = (name: string, changed: string, errors: Errors) => name === changed || name in errors;

/** Focuses the first control with an error, out of its fold. Returns whether there is one. */
export function focusFirstWrong(form: HTMLFormElement | null, errors: Errors): boolean {
  const control = firstWrong(form, errors);
  control?.closest("details")?.setAttribute("open", "");
  control?.focus();
  return control !== undefined;
}

function firstWrong(form: HTMLFormElement | null, errors: Errors): HTMLInputElement | undefined {
  const controls = [...(form?.elements ?? [])] as HTMLInputElement[];
  return controls.find(({ name }) => name !== "" && errors[name] !== undefined);
}

/** Returns the messages of the fields that the server refuses. */
function fieldErrorsOf(error: unknown): Errors {
  const errors: Errors = {};
  if (isApiError(error)) for (const { field, message } of error.errors ?? []) errors[field] ??= message;
  return errors;
}
