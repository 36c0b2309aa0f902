/** Files as they are picked in tests. */

export const tone = (name = "bai.mp3") => new File([new Uint8Array(4096)], name, { type: "audio/mpeg" });
export const picture = (name = "anh.png") => new File([new Uint8Array(2048)], name, { type: "image/png" });
export const note = () => new File(["chữ"], "ghi-chu.txt", { type: "text/plain" });
