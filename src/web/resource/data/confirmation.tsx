/**
 * The confirmation of sensitive changes: whenever a call answers that it needs one, a dialog asks for password and code, and the call is sent
 * again. What it returns is kept in memory for its few minutes (docs/rooms/accounts.md#sensitive-changes).
 */
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react";
import { isApiError } from "#contract/errors.ts";
import { call } from "../../lib/api.ts";
import { useArea } from "../area/area.ts";

/** Sends a request, with a confirmation once the server wants one. @throws as the request; its refusal when the dialog is closed */
export type Confirmed = <T>(request: (confirmation: string | undefined) => Promise<T>) => Promise<T>;

/** Props of the dialog that the provider shows. */
export interface ConfirmationDialogProps {
  /** @throws ApiError 422 for a wrong password or code. */
  confirm: (body: { password: string; code?: string | undefined }) => Promise<void>;
  onClose: () => void;
}

const ConfirmedContext = createContext<Confirmed>((request) => request(undefined));

interface ConfirmationProviderProps {
  Dialog: (props: ConfirmationDialogProps) => ReactNode;
  children: ReactNode;
}

export function ConfirmationProvider({ Dialog, children }: ConfirmationProviderProps) {
  const { kind: as } = useArea();
  const held = useRef<{ confirmation: string; ends: number }>(undefined);
  const waiting = useRef<((isConfirmed: boolean) => void)[]>([]);
  const [isOpen, setIsOpen] = useState(false);

  const settle = useCallback((isConfirmed: boolean) => {
    setIsOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(isConfirmed);
  }, []);

  const confirmed = useCallback<Confirmed>(async (request) => {
    const { confirmation, ends = 0 } = held.current ?? {};
    try {
      return await request(ends > Date.now() ? confirmation : undefined);
    } catch (error) {
      if (!isApiError(error) || error.reason !== "confirmation_required") throw error;
      const isConfirmed = await new Promise<boolean>((resolve) => {
        waiting.current.push(resolve);
        setIsOpen(true);
      });
      if (!isConfirmed) throw error;
      return request(held.current?.confirmation);
    }
  }, []);

  const dialog = useMemo<ConfirmationDialogProps>(
    () => ({
      async confirm(body) {
        const { data } = await call("POST /api/account/confirmation", {
          as,
          body,
          fallback: "Chưa xác nhận được",
          unreachable: "Không kết nối được với máy chủ. Bạn thử lại nhé.",
        });
        held.current = { confirmation: data.confirmation, ends: Date.parse(data.expires_at) };
        settle(true);
      },
      onClose: () => settle(false),
    }),
    [as, settle],
  );

  return (
    <ConfirmedContext value={confirmed}>
      {children}
      {isOpen && <Dialog {...dialog} />}
    </ConfirmedContext>
  );
}

export function useConfirmed(): Confirmed {
  return useContext(ConfirmedContext);
}
