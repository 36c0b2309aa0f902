/** The line added to the comment of all audio. See docs/rooms/files-and-media.md#audio. */
export const mark = "Nhạc do AI tạo";
