/** The keys of the editor of lines. */
import { useEffect, useEffectEvent } from "react";
import { areKeysOn } from "../../../../lib/keys.ts";

export interface EditorKeys {
  /** Space is pressed: starts the selected line or word. */
  press: () => void;
  /** Space is released. */
  release: () => void;
  /** By the name of the key, with `Ctrl ` and `Shift ` before it; letters in lower case. */
  handlers: Readonly<Record<string, () => void>>;
  /** Goes back from a field to the list of lines. */
  leaveField: () => void;
}

const fields = "input:not([type=range], [type=checkbox]), textarea, select, [contenteditable]";
/** Their own keys press or move them. */
const pressed = "a, button, summary, input[type=checkbox], [role=menuitem], [role=tab]";

/**
 * Takes the keys of the whole screen, but those of fields and of pressed controls, and none while a dialog covers it. Fields that bear
 * `data-undone` leave undo and redo to the editor.
 */
export function useEditorKeys({ press, release, handlers, leaveField }: EditorKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, isComposing, repeat } = event;
    if (isComposing || isCovered() || !(target instanceof Element)) return;
    const isMain = event.ctrlKey || event.metaKey;
    const letter = key.length === 1 ? key.toLowerCase() : key;
    const name = `${isMain || event.altKey ? "Ctrl " : ""}${event.shiftKey && key !== "?" ? "Shift " : ""}${letter}`;
    const isField = target.matches(fields);
    if (isField) {
      // Those of a form are the form's.
      const isBack =
        (target.matches("input:not(form input)") && (key === "Escape" || key === "Enter")) ||
        (target.matches("select:not(form select)") && key === "Escape");
      if (isBack) return take(event, leaveField);
      if (!(isMain && "zy".includes(letter) && target.matches("[data-undone]"))) return;
    }
    const isPressed = target.closest(pressed) !== null;
    if (key === " " && !isMain && !event.altKey) {
      if (isPressed && !target.closest("[data-tap]")) return;
      return take(event, () => repeat || press());
    }
    if ((key === "Enter" && isPressed) || (key.startsWith("Arrow") && target.matches("input[type=range]"))) return;
    const isSign = key.length === 1 && !isMain && !event.altKey;
    const handler = handlers[name];
    if (handler && !(isSign && !areKeysOn())) take(event, handler);
  });
  const onKeyUp = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== " ") return;
    release();
    // A button is pressed when Space is released.
    if (event.target instanceof Element && event.target.closest("[data-tap]")) event.preventDefault();
  });
  useEffect(() => {
    const down = (event: KeyboardEvent) => onKeyDown(event);
    const up = (event: KeyboardEvent) => onKeyUp(event);
    // Before the keys of the back office.
    document.addEventListener("keydown", down, { capture: true });
    document.addEventListener("keyup", up, { capture: true });
    return () => {
      document.removeEventListener("keydown", down, { capture: true });
      document.removeEventListener("keyup", up, { capture: true });
    };
  }, []);
}

function take(event: KeyboardEvent, handle: () => void): void {
  event.preventDefault();
  event.stopPropagation();
  handle();
}

function isCovered(): boolean {
  return document.querySelector(".scrim:not([data-exiting]), dialog[open], [role=menu]") !== null;
}
