import { describe, expect, test } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { emptyValues } from "./fields.ts";
import { failureOf } from "./send-request.ts";

const content = { values: emptyValues, file: undefined, website: "" };

describe("failureOf", () => {
  test("names the server's error", () => {
    const error = new ApiError("rate_limited", "Bạn thao tác quá nhanh");
    expect(failureOf(error, content)).toEqual({ message: "Bạn thao tác quá nhanh", errors: {} });
  });

  test.each([
    ["unsupported_type", "Vui lòng chọn file âm thanh hoặc video hợp lệ"],
    ["too_large", "File tham khảo không được vượt quá 50 MB"],
  ] as const)("gives %s to the file", (code, message) => {
    const file = new File(["x"], "ba-hat.mp3");
    const errors = { reference_file: message };
    expect(failureOf(new ApiError(code, message), { ...content, file })).toEqual({ message, errors });
  });

  test.each([["a text"], [undefined], [new Error("")]])("has a message of its own for %j", (error) => {
    expect(failureOf(error, content)).toEqual({ message: "Có lỗi xảy ra khi gửi yêu cầu", errors: {} });
  });
});
