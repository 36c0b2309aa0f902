/** Texts by `MediaError.code`. */
const errors: Readonly<Record<number, string>> = {
  1: "Không thể phát file âm thanh: không tìm thấy file.",
  2: "Không thể phát file âm thanh: lỗi mạng.",
  3: "Không thể phát file âm thanh: file bị hỏng.",
  4: "Không thể phát file âm thanh: định dạng không được hỗ trợ.",
};

/** Returns the message for a reference file that can't be played. */
export function playbackError(code: number | undefined): string {
  return errors[code ?? 0] ?? "Lỗi khi tải file âm thanh.";
}
