import { expect, test } from "vitest";
import { ownOrdersTitle } from "./own-orders-title.ts";

const order = { package_name: "Gói năm" };
const request = { package_name: null };

test.each([
  [[order], "Đơn hàng của bạn"],
  [[request], "Yêu cầu của bạn"],
  [[order, request], "Yêu cầu và đơn hàng của bạn"],
])("%j are named %s", (orders, title) => {
  expect(ownOrdersTitle(orders)).toBe(title);
});
