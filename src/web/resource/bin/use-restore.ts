import { useNavigate } from "react-router";
import type { BinEntity, Restored } from "#contract/bin.ts";
import { isApiError } from "#contract/errors.ts";
import { useAreaToast } from "../controls/toast.tsx";
import { errorMessage, useSend } from "../data/queries.ts";

/** Where deleted records rest. */
export const binPath = "/admin/bin";
export const restoreErrors = { fallback: "Không khôi phục được", unreachable: "Lỗi kết nối" };

/** Returns the message after a restoration, with what is not as it was. */
export function restoredMessage({ name, notes }: Restored): string {
  return [`Đã khôi phục ${name}`, ...notes].join(". ");
}

/**
 * Returns a function that restores a deleted record, and tells of it.
 * @param refreshes path prefixes of the GET endpoints to read again
 */
export function useRestore(refreshes: readonly string[]) {
  const send = useSend([...refreshes, "/api/admin/bin"]);
  const toast = useAreaToast();
  const navigate = useNavigate();
  /** @param onTaken in place of the way to the bin when a name is taken */
  return async (entity: BinEntity, id: number, onTaken?: () => void): Promise<void> => {
    try {
      const { data } = await send("POST /api/admin/bin/restore", { body: { entity, id } }, restoreErrors);
      toast(restoredMessage(data));
    } catch (error) {
      const isTaken = isApiError(error) && error.code === "conflict" && error.errors !== undefined;
      const rename = onTaken ?? (() => void navigate(`${binPath}?kind=${entity}`));
      toast(errorMessage(error), "danger", isTaken ? { label: "Đặt tên khác", onPress: rename } : undefined);
    }
  };
}
