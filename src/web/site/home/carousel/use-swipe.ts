import { type TouchEvent, useRef } from "react";
import { type Turn, turnOfSwipe } from "./carousel.ts";

interface Point {
  x: number;
  y: number;
}

interface Swipe {
  onTouch: () => void;
  onTurn: (turn: Turn) => void;
  onEnd: () => void;
}

/** Handlers for an element that is swiped; while the finger moves, `--drag` on it says how far. Other fingers end it. */
export function useSwipe({ onTouch, onTurn, onEnd }: Swipe) {
  const from = useRef<Point>(undefined);
  const to = useRef<Point>(undefined);

  function forget({ currentTarget }: TouchEvent<HTMLElement>): void {
    from.current = undefined;
    currentTarget.style.removeProperty("--drag");
  }

  return {
    onTouchStart(event: TouchEvent<HTMLElement>) {
      onTouch();
      forget(event);
      if (event.touches.length === 1) from.current = to.current = pointOf(event.touches[0]);
    },
    onTouchMove(event: TouchEvent<HTMLElement>) {
      to.current = pointOf(event.touches[0]) ?? to.current;
      if (!from.current || !to.current) return;
      event.currentTarget.style.setProperty("--drag", `${to.current.x - from.current.x}px`);
    },
    onTouchEnd(event: TouchEvent<HTMLElement>) {
      const start = from.current;
      const end = pointOf(event.changedTouches[0]) ?? to.current;
      forget(event);
      const turn = start && end && turnOfSwipe(end.x - start.x, end.y - start.y);
      if (turn) onTurn(turn);
      if (event.touches.length === 0) onEnd();
    },
    onTouchCancel(event: TouchEvent<HTMLElement>) {
      forget(event);
      onEnd();
    },
  };
}

function pointOf(touch: { clientX: number; clientY: number } | undefined): Point | undefined {
  return touch && { x: touch.clientX, y: touch.clientY };
}
