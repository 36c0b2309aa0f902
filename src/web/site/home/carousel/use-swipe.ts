import { type TouchEvent, useRef } from "react";
import { type Step, stepOfSwipe } from "./carousel.ts";

interface Point {
  x: number;
  y: number;
}

interface Swipe {
  onTouch: () => void;
  onStep: (step: Step) => void;
  onEnd: () => void;
}

/**
 * Returns touch handlers for a swipe with one finger; a second finger cancels it. Sets `--drag` on the element to the horizontal
 * distance in pixels while the finger moves.
 */
export function useSwipe({ onTouch, onStep, onEnd }: Swipe) {
  const startPoint = useRef<Point>(undefined);
  const lastPoint = useRef<Point>(undefined);

  function reset({ currentTarget }: TouchEvent<HTMLElement>): void {
    startPoint.current = undefined;
    currentTarget.style.removeProperty("--drag");
  }

  return {
    onTouchStart(event: TouchEvent<HTMLElement>) {
      onTouch();
      reset(event);
      if (event.touches.length === 1) startPoint.current = lastPoint.current = pointOf(event.touches[0]);
    },
    onTouchMove(event: TouchEvent<HTMLElement>) {
      lastPoint.current = pointOf(event.touches[0]) ?? lastPoint.current;
      if (!startPoint.current || !lastPoint.current) return;
      event.currentTarget.style.setProperty("--drag", `${lastPoint.current.x - startPoint.current.x}px`);
    },
    onTouchEnd(event: TouchEvent<HTMLElement>) {
      const start = startPoint.current;
      const end = pointOf(event.changedTouches[0]) ?? lastPoint.current;
      reset(event);
      const step = start && end && stepOfSwipe(end.x - start.x, end.y - start.y);
      if (step) onStep(step);
      if (event.touches.length === 0) onEnd();
    },
    onTouchCancel(event: TouchEvent<HTMLElement>) {
      reset(event);
      onEnd();
    },
  };
}

function pointOf(touch: { clientX: number; clientY: number } | undefined): Point | undefined {
  return touch && { x: touch.clientX, y: touch.clientY };
}
