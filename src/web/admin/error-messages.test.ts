/** What each screen says where the server did not answer; that a list, a panel and a form say it is tested with the kit. */
import { expect, test } from "vitest";
import * as bin from "./bin/bin-calls.ts";
import * as deliveries from "./deliveries/delivery-calls.ts";
import * as orders from "./orders/order-calls.ts";
import * as payments from "./payments/payment-calls.ts";
import * as requests from "./requests/request-calls.ts";
import { errors as userErrors } from "./users/texts.ts";

test.each([
  ["the bin", bin.loadErrors],
  ["the removal from the bin", bin.removeErrors],
  ["the list of deliveries", deliveries.loadErrors],
  ["a delivery", deliveries.detailErrors],
  ["a resend", deliveries.resendErrors],
  ["orders", orders.loadErrors],
  ["the save of an order", orders.saveErrors],
  ["transfers", payments.loadErrors],
  ["a decision about a transfer", payments.actErrors],
  ["requests", requests.loadErrors],
  ["the members of a request", requests.memberErrors],
])("without a response %s names the connection", (_name, { fallback, unreachable }) => {
  expect(fallback).not.toBe(unreachable);
  expect(unreachable).toBe("Lỗi kết nối");
});

test("users are told of the same error without a response", () => {
  for (const { fallback, unreachable } of Object.values(userErrors)) expect(unreachable).toBe(fallback);
});
