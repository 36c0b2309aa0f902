import { expect, test } from "vitest";
import { emailPattern } from "./email.ts";

test.each(["lan@example.com", "Nguyen.Van_A+nhac%1-2@mail.ten-mien.com.vn", "x@1.vn"])("takes %s", (text) =>
  expect(emailPattern.test(text)).toBe(true));

test.each([
  "<a@x.vn>",
  '"x"@x.vn',
  "a@[127.0.0.1]",
  "a@127.0.0.1",
  "a@localhost",
  "a@x.v",
  "a@x..vn",
  "a@.vn",
  "@x.vn",
  "a b@x.vn",
  "a@b@x.vn",
  "a,b@x.vn",
  "lạ@x.vn",
  "a@x.vn\n",
  "a@x_y.vn",
])("refuses %j", (text) => expect(emailPattern.test(text)).toBe(false));
