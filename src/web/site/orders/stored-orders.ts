/**
 * The Premium orders and the requests for songs that were sent from this browser: without an account, their addresses are the only way back
 * to them.
 */
import { useSyncExternalStore } from "react";
import type { CustomerOrder } from "#contract/orders.ts";
import type { CustomerRequest } from "#contract/requests.ts";
import { onStorageChange, readStored, writeStored } from "../../lib/storage.ts";

export interface StoredOrder extends Pick<CustomerOrder, "page_token" | "code" | "created_at"> {
  /** Null for a request. */
  package_name: string | null;
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
export function storeOrder({ page_token, code, package_name, created_at }: CustomerOrder): void {
  putFirst({ page_token, code, package_name, created_at });
}

/** Stores a request as `storeOrder` does an order. */
export function storeRequest({ page_token, code, created_at }: CustomerRequest): void {
  putFirst({ page_token, code, package_name: null, created_at });
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
    return Array.isArray(value) ? value.filter(isStoredOrder) : none;
  } catch {
    return none;
  }
}

function isStoredOrder(value: unknown): value is StoredOrder {
  const { page_token, code, package_name, created_at } = (value ?? {}) as Record<keyof StoredOrder, unknown>;
  return (
    typeof page_token === "string" &&
    typeof code === "string" &&
    (typeof package_name === "string" || package_name === null) &&
    typeof created_at === "string" &&
    !Number.isNaN(Date.parse(created_at))
  );
}
