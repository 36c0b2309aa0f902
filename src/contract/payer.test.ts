import { expect, test } from "vitest";
import { likenessOf, namesOf } from "./payer.ts";

test.each([
  ["BUI THANH NGA", "chuyen tien", "Bùi Thanh Nga", true],
  ["Nguyễn Văn A", "", "nguyen  van a", true],
  [null, "MBVCB.123.BUI THANH NGA chuyen tien", "Bùi Thanh Nga", true],
  [null, "hanh nga chuyen", "Nga", false],
  ["NGA", "", "Nga", true],
  ["BUI THANH NGA", "chuyen tien", "Dương Quốc Hùng", false],
  [null, "tranbui thanh ngan", "Bùi Thanh Nga", false],
  [null, "", "", false],
  ["BUITHANHNGA", "", "Bùi Thanh Nga", true],
  [null, "CT tu 1027236393 BUI THA NH NGA toi 28349817", "Bùi Thanh Nga", true],
  [null, "chuyen tien THANH NGA", "Thanh Nga", true],
  [null, "chuyen tien BUI THANH NGA", "Thanh Nga", false],
  ["BUI THANH NGA", "", "Thanh Nga", false],
  ["ONG BUI VAN BA", "", "Bùi Văn Ba", false],
])("%s, “%s” names %s: %s", (sender_name, memo, customer, isNamed) => {
  expect(namesOf({ sender_name, memo })(customer)).toBe(isNamed);
});

test.each([
  ["NGUYEN HOANG PHUONG T", "", "Nguyễn Hoàng Phương Thảo", true],
  [null, "mua goi.CT tu 1012883746 DANG NGUYEN KHANH", "Đặng Nguyễn Khánh Vy", true],
  [null, "DANG NGUYEN KHANH mua goi.CT tu 1012883746", "Đặng Nguyễn Khánh Vy", false],
  ["NGUYEN VAN", "", "Nguyễn Văn Anh", false],
  ["THAI HOANG VAN", "", "Hoàng Văn Thái", true],
  [null, "TRAN TIEN DAT chuyen tien", "Tiến Đạt Trần", true],
  ["NGUYEN T MINH KHAI", "", "Nguyễn Thị Minh Khai", true],
  ["BUI THANH NGA", "", "Nga", true],
  ["BUI THANH NGA", "", "Chị Nga", true],
  ["BUI THANH NGA", "", "Bùi Nga (Mimi)", true],
  ["BUI THANH NGA", "", "Bùi Thanh Hà", false],
  ["BUI THANH NGA", "", "Trần Thanh Nga", false],
  [null, "BUI THI THANH NGA chuyen tien", "Bùi Nga", true],
  [null, "TRAN VAN AN chuyen tien", "Văn Tiến", false],
  [null, "mua nhac Nga", "Chị Nga", false],
])("%s, “%s” and %s are alike: %s", (sender_name, memo, customer, isAlike) => {
  const likeness = likenessOf({ sender_name, memo })(customer);
  expect(likeness < 1 && likeness > 0).toBe(isAlike);
});

test("a longer name is likelier than a part of it", () => {
  const likeness = likenessOf({ sender_name: null, memo: "TRAN VAN AN BINH chuyen tien" });
  expect(likeness("Trần Văn An Bình")).toBeGreaterThan(likeness("Trần Văn An"));
});
