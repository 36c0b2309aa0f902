/**
 * What a page keeps in memory while it is open, across navigations: its player, the words that it has asked for. Each store is a
 * `createX()`, called by the first component that needs it, so that no page loads the code of a store that it does not use.
 */
import { createContext, type ReactNode, useContext, useState } from "react";

/** The stores of a page, by the function that makes each. */
export type PageStores = Map<() => unknown, unknown>;

const PageStoresContext = createContext<PageStores | undefined>(undefined);

export function PageStoresProvider({ children }: { children: ReactNode }) {
  const [stores] = useState<PageStores>(() => new Map());
  return <PageStoresContext value={stores}>{children}</PageStoresContext>;
}

/** Returns the stores of the page. @throws Error outside `PageStoresProvider` */
export function usePageStores(): PageStores {
  const stores = useContext(PageStoresContext);
  if (!stores) throw new Error("usePageStores must be used within a PageStoresProvider");
  return stores;
}

/** Returns the page's one store of a kind, for code that a component has loaded. */
export function storeOf<T>(stores: PageStores, create: () => T): T {
  if (!stores.has(create)) stores.set(create, create());
  return stores.get(create) as T;
}

/** Returns the page's one store of a kind. @param create a function of a module, which makes the store */
export function usePageStore<T>(create: () => T): T {
  return storeOf(usePageStores(), create);
}
