/** Role and name of the logged-in administrator, which the browser keeps beside the token for the menu and the dashboard. */
import { z } from "zod";
import { AdminRole } from "#contract/administrators.ts";
import { readStored, writeStored } from "../lib/storage.ts";

const AdminInfo = z.object({ full_name: z.string(), role: AdminRole });
export type AdminInfo = z.output<typeof AdminInfo>;

/** Returns undefined until the account was read once. The server decides what the token may do. */
export function storedAdminInfo(): AdminInfo | undefined {
  try {
    return AdminInfo.parse(JSON.parse(readStored("adminInfo") ?? ""));
  } catch {
    return undefined;
  }
}

export function storeAdminInfo({ full_name, role }: AdminInfo): void {
  writeStored("adminInfo", JSON.stringify({ full_name, role }));
}

export const roleLabels: Readonly<Record<AdminRole, string>> = { admin: "Quản trị viên", accountant: "Kế toán" };
