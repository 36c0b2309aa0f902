/** The keys of the editor, for its sheet. */
import { type KeyGroup, mainKey } from "../../../../resource/palette/key-sheet.tsx";

export const editorKeys: readonly KeyGroup[] = [
  {
    title: "Gõ giờ",
    keys: [
      [["Space"], "Bắt đầu dòng hay từ đang chọn, rồi sang dòng sau; giữ phím đến khi hát hết để ghi chỗ kết thúc"],
      [["Backspace"], "Lùi một dòng hay một từ, bỏ giờ của nó"],
      [["Delete"], "Bỏ giờ của dòng hay từ đang chọn"],
      [["←", "→"], "Sớm hơn, muộn hơn 10 ms; thêm Shift là 100 ms"],
      [["E"], "Chỉnh giờ bắt đầu hay giờ kết thúc"],
      [["W"], "Gõ theo dòng hay theo từ"],
    ],
  },
  {
    title: "Chọn và nghe",
    keys: [
      [["↑", "↓"], "Dòng trước, dòng sau"],
      [[`${mainKey} ←`, `${mainKey} →`], "Từ trước, từ sau"],
      [["Home", "End"], "Dòng đầu, dòng cuối"],
      [["Enter"], "Nghe từ dòng hay từ đang chọn"],
      [["P"], "Phát hay tạm dừng"],
      [["L"], "Lặp dòng đang chọn"],
      [["-", "="], "Chậm hơn, nhanh hơn"],
    ],
  },
  {
    title: "Lời",
    keys: [
      [[`${mainKey} Z`], "Hoàn tác"],
      [[`${mainKey} Shift Z`], "Làm lại"],
      [[`${mainKey} S`], "Lưu nháp ngay"],
      [["Esc"], "Từ ô đang gõ về danh sách các dòng; khi đang kéo một mốc trên sóng nhạc thì trả nó về chỗ cũ"],
      [["?"], "Bảng phím tắt này"],
    ],
  },
];
