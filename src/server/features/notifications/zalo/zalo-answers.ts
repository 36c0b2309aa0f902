/** The meaning of Zalo's answers, decided by its number: its texts change. */

/** The outcome of an attempt to send. */
export type Verdict =
  /** Taken by Zalo. */
  | "sent"
  /** Not taken; the same attempt may succeed later. */
  | "retry"
  /** Whether it was taken is not known. */
  | "unanswered"
  /** Not between 22:00 and 6:00. */
  | "morning"
  /** The access token has expired. */
  | "token"
  /** Never to this number. */
  | "number"
  /** No message can be sent until a person has done something. */
  | "stop"
  /** The event's template or its parameters are set up wrongly. */
  | "mistake"
  /** A number that is not listed. */
  | "unknown";

/** An answer, or what came instead of one. */
export type Answer =
  /** 0 is success. */
  | { kind: "number"; error: number; messageId: string | null }
  /** Without a number of Zalo's. */
  | { kind: "http"; status: number }
  /** @param reachedZalo whether the request may have arrived. */
  | { kind: "failed"; reachedZalo: boolean };

const words: Readonly<Record<number, readonly [Verdict, string]>> = {
  [-32]: ["retry", "Gửi quá nhiều tin trong một phút"],
  [-105]: ["stop", "Ứng dụng chưa liên kết với Official Account"],
  [-108]: ["number", "Số điện thoại không hợp lệ"],
  [-109]: ["mistake", "ID mẫu không hợp lệ"],
  [-110]: ["number", "Zalo trên máy người nhận quá cũ"],
  [-111]: ["mistake", "Mẫu không có dữ liệu"],
  [-112]: ["mistake", "Dữ liệu của mẫu sai kiểu"],
  [-113]: ["mistake", "Nút của mẫu không hợp lệ"],
  [-114]: ["mistake", "Nút của mẫu không hợp lệ"],
  [-115]: ["stop", "Tài khoản Zalo Cloud đã hết tiền"],
  [-117]: ["stop", "Official Account không được dùng mẫu này"],
  [-118]: ["number", "Số này không có tài khoản Zalo, hoặc đã lâu không dùng Zalo"],
  [-120]: ["stop", "Official Account chưa có quyền gửi tin theo mẫu"],
  [-124]: ["token", "Access Token không hợp lệ"],
  [-126]: ["stop", "Ví dành cho ứng dụng đang phát triển đã hết tiền"],
  [-127]: ["unknown", "Ứng dụng đang phát triển chỉ gửi được cho quản trị viên của Official Account"],
  [-131]: ["stop", "Mẫu chưa được duyệt"],
  [-132]: ["mistake", "Tham số của mẫu không hợp lệ"],
  [-133]: ["morning", "Mẫu này không được gửi từ 22:00 đến 6:00"],
  [-135]: ["stop", "Official Account chưa có quyền gửi tin theo mẫu"],
  [-138]: ["stop", "Ứng dụng chưa có quyền gửi tin theo mẫu"],
  [-139]: ["number", "Người nhận đã từ chối loại tin này"],
  [-216]: ["token", "Access Token đã hết hạn"],
  [-220]: ["token", "Access Token đã hết hạn hoặc không còn hiệu lực"],
  [-1122]: ["mistake", "Thiếu một tham số của mẫu"],
  [-1124]: ["mistake", "Một tham số không đúng định dạng của mẫu"],
  [-1132]: ["mistake", "Nút của mẫu không hợp lệ"],
  [-14020]: ["stop", "Refresh Token đã được dùng hoặc đã hết hạn"],
};

export function verdictOf(answer: Answer): Verdict {
  switch (answer.kind) {
    case "number":
      return answer.error === 0 ? "sent" : (words[answer.error]?.[0] ?? "unknown");
    case "http":
      if (answer.status === 401) return "token";
      // A gateway may have passed the message on.
      return answer.status === 429 || (answer.status >= 400 && answer.status < 500) ? "retry" : "unanswered";
    case "failed":
      return answer.reachedZalo ? "unanswered" : "retry";
  }
}

/** Says in Vietnamese what an answer means, with its number. */
export function wordsOf(answer: Answer): string {
  switch (answer.kind) {
    case "number":
      return answer.error === 0
        ? "Zalo đã nhận tin"
        : `${words[answer.error]?.[1] ?? "Zalo từ chối tin"} (mã ${answer.error})`;
    case "http":
      if (answer.status === 401) return "Zalo không nhận Access Token (HTTP 401)";
      return answer.status >= 400 ? `Zalo đang gặp sự cố (HTTP ${answer.status})` : "Zalo trả lời không đúng định dạng";
    case "failed":
      return answer.reachedZalo ? "Zalo không trả lời" : "Không kết nối được với Zalo";
  }
}
