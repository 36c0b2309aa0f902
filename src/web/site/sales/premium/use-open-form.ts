import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { useHydrated } from "../../../lib/use-hydrated.ts";
import { packageParameter, packagePath, routes } from "../../routes.ts";

/** The state of a history entry with an open form. */
interface EntryState {
  /** The entry before is this page without the form. */
  isOpenedHere?: boolean;
  /** `page_token` of the order that the form made. */
  order?: string;
}

export interface OpenForm {
  /** The chosen package, which may be unknown; undefined while no form is open. */
  packageId: number | undefined;
  /** `page_token` of the order that the form made. */
  orderToken: string | undefined;
  /** Opens the form in a new history entry. */
  open(packageId: number): void;
  /** Chooses another package in the open form. */
  change(packageId: number): void;
  /** Leads from the form to its order, unless the form was left. */
  showOrder(orderToken: string): void;
  close(): void;
}

/** The open form stands in the history: `/premium?goi=3`. Back closes it, Forward opens it again. */
export function useOpenForm(): OpenForm {
  const isHydrated = useHydrated();
  const [params] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const state = (location.state ?? {}) as EntryState;
  const packageId = isHydrated ? packageIdOf(params) : undefined;

  // The entry that `close` has left, since a second press must not leave the page.
  const closedKey = useRef<string>(undefined);
  const { key } = location;
  const close = useCallback(() => {
    if (closedKey.current === key) return;
    closedKey.current = key;
    if (state.isOpenedHere) void navigate(-1);
    else void navigate(routes.premium.path, { replace: true, preventScrollReset: true });
  }, [key, state.isOpenedHere, navigate]);
  const presentKey = useRef<string>(undefined);
  useEffect(() => {
    closedKey.current = undefined;
    presentKey.current = key;
    return () => {
      presentKey.current = undefined;
    };
  }, [key]);

  const go = (id: number, replace: boolean, entry: EntryState) =>
    void navigate(packagePath(id), { replace, preventScrollReset: true, state: entry });
  return {
    packageId,
    orderToken: isHydrated ? state.order : undefined,
    open: (id) => go(id, false, { isOpenedHere: true }),
    change: (id) => go(id, true, state),
    showOrder(order) {
      const isLeft = presentKey.current !== key || closedKey.current === key;
      if (packageId !== undefined && !isLeft && order !== state.order) go(packageId, true, { ...state, order });
    },
    close,
  };
}

function packageIdOf(params: URLSearchParams): number | undefined {
  const text = params.get(packageParameter) ?? "";
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
