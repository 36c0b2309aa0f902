import { type CSSProperties, type PointerEvent, type RefObject, useState } from "react";

interface Drag {
  from: number;
  to: number;
  /** Pixels from where it was taken, and between two rows. */
  by: number;
  row: number;
}

/** Pixels from an edge of what scrolls, within which a dragged row scrolls it, and by how much with each move. */
const edge = 48;
const scrollStep = 12;

/** Lets rows of a list of equal heights be dragged by a grip with a finger or the mouse; the list changes when the row is let go. */
export function useDragOrder(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>();

  function begin(event: PointerEvent<HTMLElement>, from: number) {
    const rows = list.current?.children;
    const [first, second] = [rows?.[0], rows?.[1]];
    if (event.button !== 0 || !rows || !first || !second) return;
    event.preventDefault();
    const grip = event.currentTarget;
    const scroller = grip.closest("dialog");
    const row = second.getBoundingClientRect().top - first.getBoundingClientRect().top;
    const start = event.clientY + (scroller?.scrollTop ?? 0);
    const last = rows.length - 1;
    let present: Drag = { from, to: from, by: 0, row };
    const show = (next: Drag) => {
      present = next;
      setDrag(next);
    };
    const onPointerMove = ({ clientY }: globalThis.PointerEvent) => {
      const box = scroller?.getBoundingClientRect();
      if (scroller && box) {
        if (clientY > box.bottom - edge) scroller.scrollTop += scrollStep;
        else if (clientY < box.top + edge) scroller.scrollTop -= scrollStep;
      }
      const by = clientY + (scroller?.scrollTop ?? 0) - start;
      show({ from, to: Math.max(0, Math.min(last, from + Math.round(by / row))), by, row });
    };
    const end = (isDone: boolean) => {
      for (const [name, listener] of listeners) grip.removeEventListener(name, listener as EventListener);
      setDrag(undefined);
      if (isDone && present.to !== from) onMove(from, present.to);
    };
    const listeners = [
      ["pointermove", onPointerMove],
      ["pointerup", () => end(true)],
      ["pointercancel", () => end(false)],
    ] as const;
    for (const [name, listener] of listeners) grip.addEventListener(name, listener as EventListener);
    grip.setPointerCapture(event.pointerId);
    show(present);
  }

  /** Moves the dragged row with the finger, and those that it passes out of its way. */
  function styleOf(place: number): CSSProperties | undefined {
    if (!drag) return undefined;
    const { from, to, by, row } = drag;
    if (place === from) return { translate: `0 ${by}px` };
    if (place > from && place <= to) return { translate: `0 ${-row}px` };
    if (place < from && place >= to) return { translate: `0 ${row}px` };
    return undefined;
  }

  return { begin, styleOf, from: drag?.from };
}
