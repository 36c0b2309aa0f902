import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { LooseInput } from "../lib/api.ts";
import { GoesAlong } from "./bin/goes-along.tsx";
import { useRestore } from "./bin/use-restore.ts";
import { ActiveBadge } from "./controls/badge.tsx";
import { useConfirm } from "./controls/confirm.tsx";
import { Switch } from "./controls/switch.tsx";
import { type ToastAction, useAreaToast } from "./controls/toast.tsx";
import { type ChangeEndpoint, errorMessage, useSendLoosely, useToggle } from "./data/queries.ts";
import { focusMain } from "./focus.ts";
import type { Resource, RowAction, RowData } from "./resource.ts";
import styles from "./use-row-calls.module.css";

interface RowCalls<T> {
  /** Deletes a row, after its question. @param onConfirmed runs before the call */
  remove: (row: T, onConfirmed: () => void) => Promise<void>;
  /** Does the call of an action, after its question. */
  run: (action: RowAction<T>, row: T) => Promise<void>;
  /** The switch of the resource's toggle. */
  toggle: (row: T) => ReactNode;
}

/** Deletes, toggles and calls of a resource's rows. Errors are shown as toasts. */
export function useRowCalls<T extends RowData, V extends object, B>(resource: Resource<T, V, B>): RowCalls<T> {
  const { nameOf, refreshes, noun } = resource;
  const confirm = useConfirm();
  const toast = useAreaToast();
  const client = useQueryClient();
  const send = useSendLoosely(refreshes);
  const restore = useRestore(refreshes);
  const toggle = useToggle<ChangeEndpoint, typeof resource.list.endpoint>(
    (resource.toggle?.endpoint ?? "") as ChangeEndpoint,
    {
      list: resource.list.endpoint,
      refreshes,
      apply: (data, { params }) =>
        mapRows(data, (params as unknown as RowData).id, (row) => resource.toggle?.apply(row as T)) as never,
      fallback: resource.toggle?.fallback,
      unreachable: resource.toggle?.unreachable,
    },
  );

  /** Shows `success`, or an error. @param undo takes the work back, offered beside `success` */
  async function attempt(
    work: () => Promise<unknown>,
    success: string | undefined,
    undo?: ToastAction,
  ): Promise<boolean> {
    try {
      await work();
      if (success) toast(success, undefined, undo);
      return true;
    } catch (error) {
      toast(errorMessage(error), "danger");
      return false;
    }
  }

  /** Changes the flag of a row. A flag that somebody changed meanwhile is not changed back. */
  async function setFlag(row: T, isUndo: boolean) {
    if (!resource.toggle) return;
    const { apply, isOn, success, undo } = resource.toggle;
    const then = apply(row);
    if (isUndo && cachedRow(row)?.isOn !== isOn(row)) return toast("Trạng thái đã được đổi từ lúc đó", "danger");
    try {
      await toggle.mutateAsync({ params: { id: row.id } } as never);
    } catch {
      // Told by the mutation.
      return;
    }
    const message = typeof success === "function" ? success(then) : success;
    const action = undo && !isUndo && { label: "Hoàn tác", onPress: () => void setFlag(then, true) };
    if (message) toast(message, undefined, action || undefined);
  }

  /** The flag of a row as the list shows it now; undefined when it shows the row no more. */
  function cachedRow({ id }: T): { isOn: boolean } | undefined {
    const lists = client.getQueriesData<{ data: unknown }>({ queryKey: [resource.list.endpoint] });
    const found = lists.flatMap(([, reply]) => rowsIn(reply?.data)).find((row) => (row as RowData).id === id);
    return found === undefined ? undefined : { isOn: resource.toggle?.isOn(found as T) ?? false };
  }

  /** An element names the row by itself. */
  function asked(question: string | ((row: T) => ReactNode), row: T): ReactNode {
    const text = typeof question === "string" ? question : question(row);
    if (typeof text !== "string") return text;
    return (
      <>
        <p>{text}</p>
        <p>
          <b>{nameOf(row)}</b>
        </p>
      </>
    );
  }

  return {
    async remove(row, onConfirmed) {
      if (!resource.remove) return;
      const { endpoint, question, success, bin, isFor: _isFor, ...messages } = resource.remove;
      const title = `Xóa ${noun}`;
      const text = (
        <>
          {asked(question, row)}
          {bin && <GoesAlong entity={bin} id={row.id} />}
        </>
      );
      if (!(await confirm({ title, text, action: title, danger: true }))) return;
      onConfirmed();
      const undo = bin && { label: "Hoàn tác", onPress: () => void restore(bin, row.id) };
      if (await attempt(() => send(endpoint, { params: { id: row.id } }, messages), success, undo)) focusMain();
    },
    async run({ call, isDanger }, row) {
      if (!call) return;
      const { endpoint, input, success, question, ...messages } = call;
      if (question) {
        const { title, text, action } = question;
        if (!(await confirm({ title, text: asked(text, row), action, danger: isDanger }))) return;
      }
      await attempt(() => send(endpoint, input(row) as LooseInput, messages), success);
    },
    toggle(row) {
      if (!resource.toggle) return null;
      const { isOn, labels } = resource.toggle;
      return (
        <span className={styles.toggleCell}>
          <Switch
            label={`${labels.on}: ${nameOf(row)}`}
            isLabelHidden
            isSelected={isOn(row)}
            onChange={() => void setFlag(row, false)}
          />
          <span aria-hidden="true">
            <ActiveBadge isActive={isOn(row)} words={labels} />
          </span>
        </span>
      );
    },
  };
}

/** Changes the row with an id in a reply: an array of rows, or an object that holds one. */
function mapRows(data: unknown, id: number, change: (row: unknown) => unknown): unknown {
  const inRows = (rows: readonly unknown[]) => rows.map((row) => ((row as RowData).id === id ? change(row) : row));
  if (Array.isArray(data)) return inRows(data);
  return Object.fromEntries(
    Object.entries(data as object).map(([key, value]) => [key, Array.isArray(value) ? inRows(value) : value]),
  );
}

/** The rows of a reply, which holds them in an array of its own or in one of its fields. */
function rowsIn(data: unknown): unknown[] {
  if (Array.isArray(data)) return data;
  return data === null || typeof data !== "object" ? [] : Object.values(data).filter(Array.isArray).flat();
}
