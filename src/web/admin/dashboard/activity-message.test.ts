import { describe, expect, it } from "vitest";
import type { Activity } from "#contract/dashboard.ts";
import { activityJobs, activityMessage, jobMessage } from "./activity-message.ts";

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

describe("activityJobs", () => {
  const at = (minute: number) => new Date(Date.parse(entry.created_at) - minute * 60_000).toISOString();
  const texts = (activities: readonly Activity[]) =>
    activityJobs(activities).map((job) => {
      const { actor, action, target } = jobMessage(job);
      return [actor, action, target].filter(Boolean).join(" ");
    });

  it("makes one row of ten uploaded songs, without a row for their files", () => {
    const uploads = Array.from({ length: 10 }, (_, n): Activity[] => [
      { ...entry, id: 100 - 2 * n, action: "create", summary: `Bài ${n + 1}`, created_at: at(n) },
      { ...entry, id: 99 - 2 * n, action: "create", entity: "file", created_at: at(n) },
    ]).flat();
    const login = { ...entry, id: 1, action: "login", entity: "admin", created_at: at(10) } as const;
    expect(texts([...uploads, login])).toEqual([
      "Quản trị viên a@b.vn đã thêm 10 bài hát: Bài 1, Bài 2…",
      "Quản trị viên a@b.vn đã đăng nhập",
    ]);
    expect(jobMessage(activityJobs(uploads)[0] as never).href).toBe("/admin/songs");
  });

  it("parts what others did, what was done later, and what is of another kind", () => {
    const lan = { actor_kind: "staff", actor_name: "Lan" } as const;
    expect(
      texts([
        { ...entry, id: 9 },
        { ...entry, ...lan, id: 8, created_at: at(1) },
        { ...entry, id: 7, created_at: at(2) },
        { ...entry, id: 6, action: "delete", created_at: at(3) },
        { ...entry, id: 5, created_at: at(14) },
      ]),
    ).toEqual([
      "Quản trị viên a@b.vn đã sửa 2 bài hát: Mưa hạ",
      "Quản trị viên a@b.vn đã xóa bài hát Mưa hạ",
      "Nhân viên Lan đã sửa bài hát Mưa hạ",
      "Quản trị viên a@b.vn đã sửa bài hát Mưa hạ",
    ]);
  });

  it("keeps files that were uploaded alone, and each bulk change", () => {
    const file = { ...entry, action: "create", entity: "file", summary: "a.mp3" } as const;
    const many = { ...entry, entity_id: null, name_now: null, summary: "Tạm ẩn 2 bài hát: Mưa hạ, Nắng" };
    expect(
      texts([
        { ...file, id: 9 },
        { ...file, id: 8 },
      ]),
    ).toEqual(["Quản trị viên a@b.vn đã tải lên file (2 lần): a.mp3"]);
    expect(
      texts([
        { ...many, id: 9 },
        { ...many, id: 8 },
      ]),
    ).toHaveLength(2);
  });
});
