/** Keys that are pressed alone, on a screen and not in a field. */
import { useEffect, useEffectEvent } from "react";
import { readStored, writeStored } from "./storage.ts";

const storageKey = "keys";

/** Whether keys that are letters or signs act by themselves; off for who dictates or whose input sends stray letters. */
export function areKeysOn(): boolean {
  return readStored(storageKey) !== "off";
}

export function setKeysOn(isOn: boolean): void {
  writeStored(storageKey, isOn ? "on" : "off");
}

/** What the keys do; the handler of a key returns whether it did something. */
export type KeyHandlers = Readonly<Record<string, (event: KeyboardEvent) => boolean>>;

const fields =
  "input:not([type=checkbox]), textarea, select, [contenteditable], [role=combobox], [role=spinbutton], [role=menu], [role=listbox]";
/** What the arrow keys move or scroll by themselves. */
const scrolled = "[role=tab], [role=slider], [role=region][tabindex], audio, video";

/** Milliseconds within which the letter follows that a `g` begins. */
const chordMs = 1500;
/** The key before, and whether it began the one that is pressed now. */
const chord = { event: undefined as KeyboardEvent | undefined, startedAt: -chordMs, isOn: false };

/** Notes once for each press whether it follows a `g`: then no handler of the letter alone is called. */
function followChord(event: KeyboardEvent): void {
  if (chord.event === event) return;
  chord.event = event;
  chord.isOn = event.timeStamp - chord.startedAt < chordMs;
  chord.startedAt = event.key === "g" && !chord.isOn ? event.timeStamp : -chordMs;
}

/**
 * Calls the handler of a pressed key by its name (`j`, `/`, `ArrowDown`; letters in lower case; `g d` for two in a row), except in a field,
 * with Ctrl, Alt or Cmd, and while a dialog covers the screen. Letters and signs can be turned off.
 */
export function useKeys(handlers: KeyHandlers): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key.length === 1 && !areKeysOn()) return;
    if (handlers[chord.isOn ? `g ${key}` : key]?.(event)) event.preventDefault();
  });
  useEffect(() => {
    // A dialog that closes on Esc is gone before the event comes here.
    let isCovered = false;
    const before = (event: KeyboardEvent) => {
      followChord(event);
      isCovered = document.querySelector(".scrim:not([data-exiting]), dialog[open]") !== null;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || isCovered)
        return;
      if (target instanceof Element && key !== "Escape") {
        if (target.closest(fields) || (key.startsWith("Arrow") && target.closest(scrolled))) return;
      }
      onKey(event);
    };
    document.addEventListener("keydown", before, { capture: true });
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("keydown", before, { capture: true });
      document.removeEventListener("keydown", onKeyDown);
    };
  }, []);
}
