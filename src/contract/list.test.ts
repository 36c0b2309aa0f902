import { describe, expect, test } from "vitest";
import { z } from "zod";
import { UserFilter, UserListQuery } from "./accounts.ts";
import { listQuery, sorting } from "./list.ts";

/** The field and message of the first issue. */
function refused(query: Record<string, unknown>): string {
  const { error } = UserListQuery.safeParse(query);
  const [issue] = error?.issues ?? [];
  return issue ? `${issue.path.join(".")}: ${issue.message}` : "accepted";
}

describe("a list's query", () => {
  test("has defaults", () => {
    expect(UserListQuery.parse({})).toEqual({ sort_by: "created_at", skip: 0, limit: 20 });
    expect(UserFilter.parse({ limit: "0", sort_by: "x" })).toEqual({});
  });

  test("is typed and trimmed", () => {
    const query = {
      sort_by: "email",
      sort_order: "desc",
      is_active: "0",
      search: "  an ",
      from: "2024-02-29",
      to: "2024-02-29",
    };
    expect(UserListQuery.parse(query)).toEqual({ ...query, is_active: false, search: "an", skip: 0, limit: 20 });
  });

  test("passes on no field that the list does not name", () => {
    const hostile = JSON.parse('{"__proto__":{"sort_by":"id"},"password_hash":"x","constructor":"x"}') as object;
    expect(UserListQuery.parse(hostile)).toEqual({ sort_by: "created_at", skip: 0, limit: 20 });
  });

  test.each([
    "password_hash",
    "id",
    "username_key",
    "CREATED_AT",
    "created_at desc",
    "created_at; drop table users",
    "(select 1)",
    "users.created_at",
    "__proto__",
    "constructor",
    "toString",
    "",
  ])("refuses sort_by=%s", (sort_by) => {
    expect(refused({ sort_by })).toBe("sort_by: sort_by phải là created_at, username, email, premium_expires_at");
  });

  test.each(["DESC", "up", "asc nulls last", "", "__proto__"])("refuses sort_order=%s", (sort_order) => {
    expect(refused({ sort_order })).toBe("sort_order: sort_order phải là asc hoặc desc");
  });

  test.each(["from", "to"])("refuses impossible days in %s", (field) => {
    const impossible = [
      "2026-02-30",
      "2025-02-29",
      "2026-13-01",
      "0000-00-00",
      "99999-01-01",
      "+infinity",
      "-infinity",
    ];
    const misspelt = [
      "",
      "2026-1-1",
      "31/01/2026",
      "2026-01-31T00:00:00Z",
      "20260131",
      "2026-01-31 ",
      "now",
      "２０２６-01-31",
    ];
    for (const text of [...impossible, ...misspelt]) {
      expect(refused({ [field]: text }), text).toBe(
        `${field}: Ngày không hợp lệ, cần dạng năm-tháng-ngày, ví dụ 2026-01-31`,
      );
    }
    for (const text of ["0001-01-01", "1999-12-31", "2101-01-01", "9999-12-31"]) {
      expect(refused({ [field]: text }), text).toBe(`${field}: Năm phải từ 2000 đến 2100`);
    }
  });

  test("refuses a range of days that ends before it begins", () => {
    expect(refused({ from: "2026-02-01", to: "2026-01-31" })).toBe("to: Ngày kết thúc không được trước ngày bắt đầu");
    expect(UserFilter.safeParse({ from: "2026-02-01", to: "2026-01-31" }).success).toBe(false);
    expect(refused({ from: "2026-02-01", to: "2026-02-01" })).toBe("accepted");
  });

  test.each(["0", "101", "1000000000", "-1", "1.5", "1e2", "", "NaN"])("refuses limit=%s", (limit) => {
    expect(refused({ limit })).toBe("limit: limit phải từ 1 đến 100");
  });

  test.each(["-1", "1000000001", "99999999999999999999", "0x10"])("refuses skip=%s", (skip) => {
    expect(refused({ skip })).toBe("skip: skip phải là số nguyên không âm");
  });

  test("refuses unknown values of filters and a long search", () => {
    expect(refused({ is_active: "all" })).toMatch(/^is_active: /);
    expect(refused({ subscription_type: "gold" })).toBe("subscription_type: Loại tài khoản phải là free hoặc premium");
    expect(refused({ search: "a".repeat(201) })).toBe("search: Từ khóa tìm kiếm quá dài");
  });

  test("refuses a repeated key", () => {
    for (const field of Object.keys(UserListQuery.shape)) {
      expect(refused({ [field]: ["asc", "asc"] }), field).toMatch(new RegExp(`^${field}: `));
      expect(refused({ [field]: [] }), field).toMatch(new RegExp(`^${field}: `));
    }
  });

  test("stands in OpenAPI with its sorts and days", () => {
    const { properties } = z.toJSONSchema(UserListQuery, { io: "input" });
    expect(properties).toMatchObject({
      sort_by: { enum: ["created_at", "username", "email", "premium_expires_at"], default: "created_at" },
      sort_order: { enum: ["asc", "desc"] },
      from: { type: "string", format: "date" },
      limit: { minimum: 1, maximum: 100 },
    });
  });

  test("of another list allows that list's sorts alone", () => {
    const query = listQuery(sorting({ orders: { price: "asc" }, default: "price" }));
    expect(query.parse({})).toEqual({ sort_by: "price" });
    expect(query.safeParse({ sort_by: "created_at" }).success).toBe(false);
  });
});
