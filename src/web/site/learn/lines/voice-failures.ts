import type { Voice } from "./use-voice.ts";

/** The remedy for each failure of a recording. */
export const voiceFailures: Readonly<Record<NonNullable<Voice["failure"]>, string>> = {
  refused:
    "Trình duyệt chưa cho trang này dùng micrô. Bạn bấm vào biểu tượng cạnh thanh địa chỉ, cho phép micrô rồi thử lại nhé.",
  missing: "Không thấy micrô nào. Bạn cắm micrô hoặc tai nghe có micrô rồi thử lại nhé.",
  unsupported: "Trình duyệt này chưa thu âm được. Bạn thử bản mới của Chrome, Firefox hoặc Safari nhé.",
  failed: "Chưa thu được, có thể micrô đang được dùng ở nơi khác. Bạn thử lại nhé.",
  unheard: "Chưa phát được giọng bạn. Bạn bấm “Nghe giọng bạn”, vẫn chưa được thì thu lại câu này nhé.",
  unsaved: "Máy này không cho lưu bản thu. Bạn nghe được ngay bây giờ, đóng trang là mất.",
};
