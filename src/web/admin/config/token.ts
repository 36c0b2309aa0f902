import { readStored } from "../../lib/storage.ts";

/** The error of a missing administrator token, or undefined. */
export function missingToken(): string | undefined {
  return readStored("adminToken") ? undefined : "Không tìm thấy token xác thực. Vui lòng đăng nhập lại.";
}
