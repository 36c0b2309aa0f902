/**
 * Text that was typed into a field and is not yet part of its value, such as an item that was not added to a list. The form counts it
 * as an unsaved change, and turns it into values before it validates.
 */
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** A field that holds pending text. */
interface PendingEntry {
  isPending(): boolean;
  /** Makes the text part of the field's value, at once. Text that cannot be is left pending, with an error at the field. */
  flush(): void;
}

interface PendingFields {
  /** Registers a field. Returns the function that ends it. */
  register(entry: PendingEntry): () => void;
  /** Tells the form that the result of `isPending` has changed. */
  notify(): void;
}

export interface PendingTexts {
  /** Whether a field holds pending text; current at each render. */
  isPending: boolean;
  /** Flushes all fields. Returns whether no text is left; with text left, the form must not be saved. */
  flush(): boolean;
  fields: PendingFields;
}

const noForm: PendingFields = { register: () => () => undefined, notify: () => undefined };

const PendingTextContext = createContext<PendingFields>(noForm);

/** Returns the functions by which a field reports its pending text. They do nothing outside of a form. */
export function usePendingText(): PendingFields {
  return useContext(PendingTextContext);
}

/** Returns the pending texts of a form's fields, for the form itself and for its `PendingTextProvider`. */
export function usePendingTexts(): PendingTexts {
  const entries = useRef(new Set<PendingEntry>());
  const [isPending, setIsPending] = useState(false);
  const fields = useMemo<PendingFields>(() => {
    const notify = () => setIsPending(hasPending(entries.current));
    return {
      register(entry) {
        entries.current.add(entry);
        notify();
        return () => {
          entries.current.delete(entry);
          notify();
        };
      },
      notify,
    };
  }, []);
  const flush = useCallback(() => {
    // Renders at once, since `isPending` reads the state of the fields.
    flushSync(() => {
      for (const entry of entries.current) {
        if (entry.isPending()) entry.flush();
      }
    });
    fields.notify();
    return !hasPending(entries.current);
  }, [fields]);
  return { isPending, flush, fields };
}

/** Connects the fields within it to the pending texts of their form. */
export function PendingTextProvider({ pending, children }: { pending: PendingTexts; children: ReactNode }) {
  return <PendingTextContext value={pending.fields}>{children}</PendingTextContext>;
}

function hasPending(entries: ReadonlySet<PendingEntry>): boolean {
  return [...entries].some((entry) => entry.isPending());
}
