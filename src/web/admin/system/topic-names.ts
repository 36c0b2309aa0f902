/** The work of each outbox topic, in words. */
export const topicNames: Readonly<Record<string, string>> = {
  email: "Gửi email",
  zalo: "Gửi tin Zalo",
  "zalo.tokens": "Giữ quyền gửi tin của Zalo",
  "accounts.send-reset-link": "Gửi liên kết đặt lại mật khẩu",
  "orders.expire": "Kết thúc đơn hàng chưa thanh toán",
  "orders.join": "Gắn đơn hàng vào tài khoản",
  "payments.poll": "Hỏi các dịch vụ về giao dịch bị sót",
  "payments.settle": "Ghép giao dịch với đơn hàng và yêu cầu",
  "retention.run": "Xóa dữ liệu quá thời hạn lưu giữ",
  "bin.empty": "Dọn thùng rác",
  "bulk.run": "Thao tác hàng loạt",
  "files.place": "Chuyển file đến nơi lưu trữ",
  "files.remove": "Xóa file không còn dùng",
  "files.measure": "Kiểm tra kho file",
  "notifications.admins": "Báo tin cho các quản trị viên",
  "storage.settle": "Dọn kho lưu trữ sau khi đổi cấu hình",
};
