/** Asks before unsaved changes are lost: by a navigation, by closing the tab, by closing their dialog. */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import { type BlockerFunction, useBlocker } from "react-router";
import { useConfirm } from "../controls/confirm.tsx";
import { sessionEnded } from "../data/query-client.ts";

/** State of a navigation for which the question was asked already. */
export const changesDiscarded = "changes discarded";

/** The same, of an entry of the history that opens something over its list. */
export const openedOver = "opened over the list";

const asked: unknown[] = [sessionEnded, changesDiscarded, openedOver];

interface LeaveGuard {
  /** Guards unsaved changes from now on. Returns the function that ends it. */
  hold: () => () => void;
  /** Asks whether to discard the changes. While the question is open, returns its answer. */
  ask: () => Promise<boolean>;
  /** Asks the same if anything is guarded, and resolves to whether to proceed. */
  confirmLeaving: () => Promise<boolean>;
}

const LeaveGuardContext = createContext<LeaveGuard | undefined>(undefined);

/** The guard of all forms within it: a router consults one blocker only. */
export function LeaveGuardProvider({ children }: { children: ReactNode }) {
  const confirm = useConfirm();
  const holds = useRef(new Set<symbol>());
  const question = useRef<Promise<boolean>>(undefined);
  const guard = useMemo<LeaveGuard>(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const leaveGuard: LeaveGuard = {
      hold() {
        const hold = Symbol("unsaved changes");
        holds.current.add(hold);
        window.addEventListener("beforeunload", warn);
        return () => {
          holds.current.delete(hold);
          if (holds.current.size === 0) window.removeEventListener("beforeunload", warn);
        };
      },
      ask() {
        if (question.current) return question.current;
        const answer = confirm({
          title: "Bỏ các thay đổi?",
          text: "Những gì bạn vừa nhập chưa được lưu.",
          action: "Bỏ thay đổi",
          cancel: "Ở lại",
          danger: true,
        }).finally(() => {
          question.current = undefined;
        });
        question.current = answer;
        return answer;
      },
      confirmLeaving: () => (holds.current.size > 0 ? leaveGuard.ask() : Promise.resolve(true)),
    };
    return leaveGuard;
  }, [confirm]);

  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation, nextLocation }) =>
        holds.current.size > 0 &&
        (currentLocation.pathname !== nextLocation.pathname ||
          openOf(currentLocation.search) !== openOf(nextLocation.search)) &&
        !asked.includes(nextLocation.state),
      [],
    ),
  );
  const latestBlocker = useRef(blocker);
  // The blocker, not its state: React may skip the render between a cancelled navigation and the next blocked one.
  useEffect(() => {
    latestBlocker.current = blocker;
    if (blocker.state !== "blocked") return;
    void guard.ask().then((isDiscarded) => {
      if (latestBlocker.current !== blocker) return;
      if (isDiscarded) blocker.proceed();
      else blocker.reset();
    });
  }, [blocker, guard]);

  return <LeaveGuardContext value={guard}>{children}</LeaveGuardContext>;
}

/** The row whose details stand beside its list, and whether the form of a new one is open. */
function openOf(search: string): string {
  const params = new URLSearchParams(search);
  return `${params.get("open") ?? ""} ${params.has("new")}`;
}

/** Returns the leave guard around the component. @throws Error outside of one */
export function useLeaveGuardContext(): LeaveGuard {
  const guard = useContext(LeaveGuardContext);
  if (!guard) throw new Error("useLeaveGuardContext must be used within a LeaveGuardProvider");
  return guard;
}

/**
 * Guards unsaved changes outside of a form.
 * @returns a function that asks the same before other ways to close, and resolves to whether to proceed
 */
export function useLeaveGuard(unsaved: boolean): () => Promise<boolean> {
  const guard = useLeaveGuardContext();
  useLayoutEffect(() => (unsaved ? guard.hold() : undefined), [guard, unsaved]);
  return () => (unsaved ? guard.ask() : Promise.resolve(true));
}

/**
 * Guards the unsaved changes of a form.
 * @returns `setHeld`, which begins and ends that before the next render, and a function that asks before other ways to close
 */
export function useLeaveHold(isUnsaved: boolean): {
  setHeld: (isHeld: boolean) => void;
  confirmLeaving: () => Promise<boolean>;
} {
  const guard = useLeaveGuardContext();
  const release = useRef<() => void>(undefined);
  const setHeld = useCallback(
    (isHeld: boolean) => {
      if (isHeld === (release.current !== undefined)) return;
      release.current?.();
      release.current = isHeld ? guard.hold() : undefined;
    },
    [guard],
  );
  useLayoutEffect(() => setHeld(isUnsaved), [setHeld, isUnsaved]);
  useLayoutEffect(() => () => setHeld(false), [setHeld]);
  return { setHeld, confirmLeaving: () => (isUnsaved ? guard.ask() : Promise.resolve(true)) };
}
