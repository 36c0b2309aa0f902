/** The words of a flag, one pair for each kind of flag, on screens and in Excel files. */
export const flagWords = {
  /** Customers see it: a song, a genre, a package, the bank account. */
  shown: { on: "Đang hiện", off: "Tạm ẩn" },
  /** The account of a person. */
  account: { on: "Hoạt động", off: "Đã khóa" },
} as const;
