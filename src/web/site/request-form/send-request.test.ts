import { expect, test } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { emptyValues } from "./fields.ts";
import { errorOf } from "./send-request.ts";

const content = { values: emptyValues, file: undefined, website: "" };

test.each([
  ["unsupported_type", "Vui lòng chọn file âm thanh hoặc video hợp lệ"],
  ["too_large", "File tham khảo không được vượt quá 50 MB"],
] as const)("an error of the code %s is about the file, where there is one", (code, message) => {
  const error = new ApiError(code, message);
  const file = new File(["x"], "ba-hat.mp3");
  expect(errorOf(error, { ...content, file })).toMatchObject({
    message,
    errors: [{ field: "reference_file", message }],
  });
  expect(errorOf(error, content)).toBe(error);
});
