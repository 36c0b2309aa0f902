import { expect, test } from "vitest";
import { refusalOf } from "./reference-file.ts";

const wrongType = "Vui lòng chọn file âm thanh hoặc video hợp lệ";
const song = new File(["x"], "ba-hat.mp3", { type: "audio/mpeg" });

function sized(size: number): File {
  const file = new File(["x"], "dai.wav", { type: "audio/wav" });
  Object.defineProperty(file, "size", { value: size });
  return file;
}

test.each<[string, File[], string | undefined]>([
  ["a song", [song], undefined],
  ["a video", [new File(["x"], "clip.mp4", { type: "video/mp4" })], undefined],
  ["audio whose type the system does not know", [new File(["x"], "la.FLAC")], undefined],
  ["50 MB", [sized(50 * 1024 * 1024)], undefined],
  ["more than 50 MB", [sized(50 * 1024 * 1024 + 1)], "File tham khảo không được vượt quá 50 MB"],
  ["a text", [new File(["x"], "ghi-chu.txt", { type: "text/plain" })], wrongType],
  ["a picture", [new File(["x"], "anh.png", { type: "image/png" })], wrongType],
  ["a file without a type", [new File(["x"], "la.xyz")], wrongType],
  ["two files", [song, song], "Chỉ gửi một file mỗi lần"],
])("%s is refused with its message, or taken", (_, files, message) => {
  expect(refusalOf(files)).toBe(message);
});
