import { expect, it } from "vitest";
import { playbackError } from "./playback-error.ts";

it.each([
  [1, "Không thể phát file âm thanh: không tìm thấy file."],
  [2, "Không thể phát file âm thanh: lỗi mạng."],
  [3, "Không thể phát file âm thanh: file bị hỏng."],
  [4, "Không thể phát file âm thanh: định dạng không được hỗ trợ."],
  [5, "Lỗi khi tải file âm thanh."],
  [undefined, "Lỗi khi tải file âm thanh."],
])("the message of code %s is %s", (code, message) => expect(playbackError(code)).toBe(message));
