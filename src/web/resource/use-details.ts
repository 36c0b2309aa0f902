import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { isApiError } from "#contract/errors.ts";
import { useArea } from "./area/area.ts";
import { useAreaToast } from "./controls/toast.tsx";
import { type GetEndpoint, readOptions } from "./data/queries.ts";
import { useLeaveGuardContext } from "./form/leave-guard.tsx";
import type { RowData } from "./resource.ts";
import { useOpened } from "./use-opened.ts";

export interface Details<T> {
  /** The open row. */
  row: T | undefined;
  /** Whether its first field takes the focus. */
  isEditing: boolean;
  /** Asks before unsaved changes of the row that is open are lost. */
  open: (row: T, isEditing?: boolean) => void;
  /** Opens the row above the open one; undefined without one. */
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  close: () => void;
}

/**
 * The row whose details `?open=ID` shows. Opening adds an entry to the history, so that Back closes it; another row replaces the entry.
 * @param endpoint reads the row while the list does not show it
 * @param missing told when there is no such row
 */
export function useDetails<T extends RowData>(
  endpoint: GetEndpoint | undefined,
  rows: readonly T[] | undefined,
  missing: string,
): Details<T> {
  const toast = useAreaToast();
  const guard = useLeaveGuardContext();
  const opened = useOpened("open");
  const [editingId, setEditingId] = useState<number>();
  const id = opened.value;
  const isReadable = endpoint !== undefined && id !== null && /^\d{1,15}$/.test(id);
  const { kind } = useArea();
  const read = useQuery({
    ...readOptions(kind, endpoint ?? ("" as GetEndpoint), { params: { id: Number(id) } }),
    enabled: isReadable,
  });
  const isGone = isApiError(read.error) && read.error.code === "not_found";
  const single = isReadable && !isGone ? (read.data?.data as T | undefined) : undefined;
  const row = [...(rows ?? []), ...(single ? [single] : [])].find((each) => String(each.id) === id);
  // A row that is deleted while its details are open is not missed.
  const lastShown = useRef<number>(undefined);
  useEffect(() => {
    if (row) lastShown.current = row.id;
  }, [row]);
  const isMissing = isReadable && isGone && rows !== undefined && !row;
  const onMissing = useEffectEvent(() => {
    if (String(lastShown.current) === id) return;
    toast(missing, "danger");
    opened.drop();
  });
  useEffect(() => {
    if (isMissing) onMissing();
  }, [isMissing]);

  async function open({ id: wanted }: T, isEditing = false) {
    if (String(wanted) === id && !isEditing) return;
    if (!(await guard.confirmLeaving())) return;
    setEditingId(isEditing ? wanted : undefined);
    opened.open(String(wanted), id !== null);
  }
  const [above, below] = useNeighbours(rows, row);
  const opener = (neighbour: T | undefined) => neighbour && (() => void open(neighbour));
  return {
    row,
    isEditing: row !== undefined && row.id === editingId,
    open: (wanted, isEditing) => void open(wanted, isEditing),
    previous: opener(above),
    next: opener(below),
    close: opened.close,
  };
}

/** The rows above and below one. When it leaves the list while it is open, such as for another tab, those of its former place. */
function useNeighbours<T extends RowData>(
  rows: readonly T[] = [],
  row: T | undefined,
): [above: T | undefined, below: T | undefined] {
  const [last, setLast] = useState<{ id: number; index: number }>();
  const index = row ? rows.findIndex(({ id }) => id === row.id) : -1;
  if (row && index !== -1 && (last?.id !== row.id || last.index !== index)) setLast({ id: row.id, index });
  if (index !== -1) return [rows[index - 1], rows[index + 1]];
  if (!row || last?.id !== row.id) return [undefined, undefined];
  return [rows[last.index - 1], rows[last.index]];
}
