/** The line added to the comment of all audio. See docs/decisions/0023-marked-audio.md. */
export const mark = "Nhạc do AI tạo";
