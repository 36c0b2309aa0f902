import type { BulkAction } from "../../resource/resource.ts";

/** Sends kept and failed messages anew. */
export const resendAction: BulkAction = {
  kind: "resend_deliveries",
  label: "Gửi lại",
  verb: "gửi lại",
  note: "Chỉ những thông báo đã lưu hoặc bị lỗi được gửi lại. Chúng được gửi ngay, không đợi hết giờ yên lặng.",
  isMain: true,
};
