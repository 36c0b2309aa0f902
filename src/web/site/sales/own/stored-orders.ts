/**
 * The Premium orders and the requests for songs that were sent from this browser: without an account, their addresses are the only way back
 * to them.
 */
import { useEffect, useRef, useSyncExternalStore } from "react";
import type { CustomerOrder } from "#contract/orders.ts";
import type { CustomerRequest } from "#contract/requests.ts";
import { useUserAuth } from "../../../lib/session.tsx";
import { onStorageChange, readStored, writeStored } from "../../../lib/storage.ts";
import { type WantedSong, wantedSongOf } from "../../wanted-song.ts";

export interface StoredOrder extends Pick<CustomerOrder, "page_token" | "code" | "created_at" | "has_account"> {
  /** Null for a request. */
  package_name: string | null;
  /** The song that the customer wanted to hear. */
  song?: WantedSong | undefined;
}

/** Of orders, and of requests. */
const mostOfKind = 20;
const none: readonly StoredOrder[] = [];
const listeners = new Set<() => void>();
let parsed: { text: string | null; orders: readonly StoredOrder[] } = { text: null, orders: none };

/** Returns the stored orders, newest first. What is no order is left out. */
export function storedOrders(): readonly StoredOrder[] {
  const text = readStored("orders");
  if (text !== parsed.text) parsed = { text, orders: ordersOf(text) };
  return parsed.orders;
}

/** Stores an order in front of the others; the oldest orders go. */
export function storeOrder(
  { page_token, code, package_name, created_at, has_account }: CustomerOrder,
  song?: WantedSong,
): void {
  putFirst({ page_token, code, package_name, created_at, has_account, song });
}

/** Stores a request as `storeOrder` does an order. @param has_account a user sent it */
export function storeRequest({ page_token, code, created_at }: CustomerRequest, has_account: boolean): void {
  putFirst({ page_token, code, package_name: null, created_at, has_account });
}

/** Marks a stored order as one of the account that is logged in. */
export function markAttached(token: string): void {
  write(storedOrders().map((order) => (order.page_token === token ? { ...order, has_account: true } : order)));
}

function putFirst(order: StoredOrder): void {
  const orders = [order, ...storedOrders().filter(({ page_token }) => page_token !== order.page_token)];
  const outdated = new Set(orders.filter((each) => isRequest(each) === isRequest(order)).slice(mostOfKind));
  write(orders.filter((each) => !outdated.has(each)));
}

const isRequest = ({ package_name }: StoredOrder): boolean => package_name === null;

export function forgetOrder(token: string): void {
  const orders = storedOrders();
  const others = orders.filter(({ page_token }) => page_token !== token);
  if (others.length < orders.length) write(others);
}

/** Forgets what an account ordered once another one or nobody is logged in: it stands in the account. */
export function useForgetAccountOrders(): void {
  const { user, isLoading } = useUserAuth();
  const id = user?.id;
  const previous = useRef<number>(undefined);
  useEffect(() => {
    if (isLoading) return;
    const isOver = id === undefined || (previous.current !== undefined && previous.current !== id);
    previous.current = id;
    if (!isOver) return;
    const orders = storedOrders();
    const others = orders.filter(({ has_account }) => !has_account);
    if (others.length < orders.length) write(others);
  }, [id, isLoading]);
}

/** Returns the stored orders; none while the server's page is hydrated. */
export function useStoredOrders(): readonly StoredOrder[] {
  return useSyncExternalStore(subscribe, storedOrders, () => none);
}

function write(orders: readonly StoredOrder[]): void {
  writeStored("orders", orders.length === 0 ? null : JSON.stringify(orders));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onStorageChange("orders", listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

function ordersOf(text: string | null): readonly StoredOrder[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.flatMap((each) => orderOf(each) ?? []) : none;
  } catch {
    return none;
  }
}

/** Returns undefined for what is no order. Former versions stored no `has_account`. */
function orderOf(value: unknown): StoredOrder | undefined {
  const { page_token, code, package_name, created_at, has_account, song } = (value ?? {}) as Record<
    keyof StoredOrder,
    unknown
  >;
  if (typeof page_token !== "string" || typeof code !== "string" || typeof created_at !== "string") return undefined;
  if ((typeof package_name !== "string" && package_name !== null) || Number.isNaN(Date.parse(created_at))) {
    return undefined;
  }
  return { page_token, code, package_name, created_at, has_account: has_account === true, song: wantedSongOf(song) };
}
