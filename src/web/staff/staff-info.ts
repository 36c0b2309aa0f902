import { StaffInfo } from "#contract/staff.ts";
import { readStored, writeStored } from "../lib/storage.ts";

/** Returns the logged-in member as stored by the login; undefined when there is none or it is not readable. */
export function storedStaffInfo(): StaffInfo | undefined {
  try {
    return StaffInfo.parse(JSON.parse(readStored("staffInfo") ?? ""));
  } catch {
    return undefined;
  }
}

/** Brings the stored member up to date: name and role may change during a session. */
export function updateStaffInfo(info: StaffInfo): void {
  writeStored("staffInfo", JSON.stringify(info));
}

/** Returns the label of a member's role. */
export function roleLabel({ is_supervisor }: Pick<StaffInfo, "is_supervisor">): string {
  return is_supervisor ? "Giám sát viên" : "Nhân viên";
}

/** Returns the first letters of the last two words of a name: `TH` for Trần Thu Hà. */
export function initials(name: string): string {
  return name
    .split(/\s+/)
    .slice(-2)
    .map((word) => word.slice(0, 1).toLocaleUpperCase("vi"))
    .join("");
}
