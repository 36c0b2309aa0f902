import { useCallback, useEffect, useState } from "react";
import { useUserAuth } from "../../lib/session.tsx";
import { useAction } from "../../lib/use-action.ts";
import { useToast } from "../../ui/toast.tsx";
import type { Part } from "./load-own.ts";

export interface OwnPart<Row> {
  /** Undefined while the first rows load, and when they can't be had. */
  rows: Row[] | undefined;
  total: number;
  hasFailed: boolean;
  hasMore: boolean;
  isBusy: boolean;
  /** Adds the next rows. */
  more(): void;
  /** Reads the first rows again. */
  reload(): void;
  /** Takes rows away that were removed. @param isGone tells which */
  remove(isGone: (row: Row) => boolean): void;
}

/**
 * Rows of a listener, read in the browser, since the server knows neither account nor device, and again for whoever logs in or out.
 * @param load must stay the same function
 */
export function usePart<Row>(load: (skip?: number) => Promise<Part<Row>>): OwnPart<Row> {
  const { user, isLoading } = useUserAuth();
  const [part, setPart] = useState<Part<Row>>();
  const [hasFailed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  const showToast = useToast();
  const { isBusy, run } = useAction("Chưa tải thêm được. Bạn thử lại nhé.", (message) => showToast(message));
  const of = isLoading ? undefined : `${user?.id ?? "visitor"} ${turn}`;
  const reload = useCallback(() => setTurn((times) => times + 1), []);

  useEffect(() => {
    if (of === undefined) return;
    let isPresent = true;
    setFailed(false);
    load().then(
      (first) => isPresent && setPart(first),
      () => isPresent && setFailed(true),
    );
    return () => {
      isPresent = false;
    };
  }, [load, of]);

  return {
    rows: part?.rows,
    total: part?.total ?? 0,
    hasFailed: hasFailed && part === undefined,
    hasMore: part !== undefined && part.asked < part.total,
    isBusy,
    more: () =>
      void run(async () => {
        const asked = part?.asked ?? 0;
        const next = await load(asked);
        setPart((now) => now && { ...now, rows: [...now.rows, ...next.rows], asked: asked + next.asked });
      }),
    reload,
    remove: (isGone) =>
      setPart((now) => {
        if (!now) return now;
        const rows = now.rows.filter((row) => !isGone(row));
        const gone = now.rows.length - rows.length;
        return { rows, total: now.total - gone, asked: now.asked - gone };
      }),
  };
}
