import { describe, expect, it } from "vitest";
import type { Activity } from "#contract/dashboard.ts";
import { activityMessage } from "./activity-message.ts";

const entry: Activity = {
  id: 1,
  actor_kind: "admin",
  actor_name: "a@b.vn",
  action: "update",
  entity: "song",
  entity_id: 7,
  summary: "Mưa hạ",
  name_now: "Mưa hạ & nắng",
  created_at: "2026-11-21T00:00:00.000Z",
};
const textOf = (change: Partial<Activity>) => {
  const { actor, action, target } = activityMessage({ ...entry, ...change });
  return [actor, action, target].filter(Boolean).join(" ");
};

describe("activityMessage", () => {
  it.each<[Partial<Activity>, string]>([
    [{}, "Quản trị viên a@b.vn đã sửa bài hát Mưa hạ"],
    [{ action: "create", entity: "category", summary: "Bolero" }, "Quản trị viên a@b.vn đã thêm thể loại Bolero"],
    [{ action: "delete", entity: "support", summary: "Zalo" }, "Quản trị viên a@b.vn đã xóa liên hệ hỗ trợ Zalo"],
    [
      {
        actor_kind: "system",
        actor_name: "Hệ thống",
        action: "update",
        entity: "outbox",
        summary: "media.remove (3 việc)",
      },
      "Hệ thống đã cho chạy lại việc nền media.remove (3 việc)",
    ],
    [{ action: "create", entity: "file", summary: "a.mp3" }, "Quản trị viên a@b.vn đã tải lên file a.mp3"],
    [{ entity: "settings", summary: "Giá" }, "Quản trị viên a@b.vn đã lưu cấu hình Giá"],
    [
      { action: "create", entity: "second_factor", summary: "a@b.vn" },
      "Quản trị viên a@b.vn đã bật xác thực hai bước cho a@b.vn",
    ],
    [
      { actor_kind: "staff", actor_name: "Lan", entity: "second_factor", summary: "Lan" },
      "Nhân viên Lan đã tạo mã khôi phục mới cho Lan",
    ],
    [
      { action: "delete", entity: "second_factor", summary: "Lan" },
      "Quản trị viên a@b.vn đã tắt xác thực hai bước của Lan",
    ],
    [{ action: "login", entity: "admin", summary: "a@b.vn" }, "Quản trị viên a@b.vn đã đăng nhập"],
    [
      { actor_kind: "system", actor_name: "Hệ thống", entity: "admin", summary: "c@d.vn (mật khẩu mới)" },
      "Hệ thống đã sửa quản trị viên c@d.vn (mật khẩu mới)",
    ],
    [
      { entity: "user", summary: "số 7 (Premium 30 ngày)", name_now: "ha_$1" },
      "Quản trị viên a@b.vn đã sửa người dùng ha_$1 (Premium 30 ngày)",
    ],
    [
      { action: "delete", entity: "user", summary: "số 7", name_now: null },
      "Quản trị viên a@b.vn đã xóa người dùng số 7",
    ],
    [
      { entity_id: null, name_now: null, summary: "Tạm ẩn 2 bài hát: Mưa hạ, Nắng" },
      "Quản trị viên a@b.vn đã tạm ẩn 2 bài hát: Mưa hạ, Nắng",
    ],
    [
      { entity_id: null, name_now: null, action: "delete", summary: "Xóa 2 bài hát: Mưa hạ, Nắng" },
      "Quản trị viên a@b.vn đã xóa 2 bài hát: Mưa hạ, Nắng",
    ],
    [
      { entity_id: null, name_now: null, summary: "Đánh dấu nổi bật 2 bài hát: Mưa hạ, Nắng" },
      "Quản trị viên a@b.vn đã đánh dấu nổi bật 2 bài hát: Mưa hạ, Nắng",
    ],
  ])("describes %j", (change, message) => expect(textOf(change)).toBe(message));

  it("links a record, and does not link a deleted record", () => {
    const href = (change: Partial<Activity>) => activityMessage({ ...entry, ...change }).href;
    expect(href({})).toBe("/admin/songs?open=7");
    expect(href({ entity: "category" })).toBe("/admin/genres");
    expect(href({ entity: "settings" })).toBe("/admin/config");
    expect(href({ entity: "order", entity_id: 5 })).toBe("/admin/orders?open=5");
    expect(href({ entity: "user", entity_id: 7, name_now: "ha" })).toBe("/admin/users/7");
    expect(href({ entity: "user", entity_id: 7, name_now: null })).toBeUndefined();
    expect(href({ name_now: null })).toBeUndefined();
    expect(href({ entity: "admin" })).toBeUndefined();
    expect(href({ entity_id: null, name_now: null })).toBe("/admin/songs");
  });
});
