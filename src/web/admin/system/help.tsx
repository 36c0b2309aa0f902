import { systemLimits } from "#contract/system.ts";
import { ToScreen } from "../../resource/help/to-screen.tsx";

export function SystemHelp() {
  return (
    <>
      <p>Máy chủ có khỏe không: ổ đĩa, sao lưu, và những việc trang đang làm phía sau.</p>
      <h3>Mỗi tuần</h3>
      <ol>
        <li>
          <b>Sao lưu gần nhất</b> phải là đêm qua hoặc đêm kia. Có nhãn <b>Đã cũ</b> là đã quá{" "}
          {systemLimits.backupMs / 86_400_000} ngày: báo người giữ máy chủ.
        </li>
        <li>
          <b>Ổ đĩa còn trống</b>: có nhãn <b>Sắp đầy</b> khi còn dưới {systemLimits.freeDisk * 100}%.
        </li>
        <li>
          <b>Việc nền</b>: việc thất bại không tự chạy lại nữa. Chép tên việc gửi người giữ máy chủ.
        </li>
      </ol>
      <h3>Nên biết</h3>
      <ul>
        <li>
          Thư và Zalo gửi lỗi không nằm ở đây mà ở <ToScreen to="/admin/deliveries">Nhật ký gửi</ToScreen>.
        </li>
        <li>
          Khi nhờ giúp đỡ, gửi kèm dòng <b>Phiên bản</b>.
        </li>
        <li>Bản sao lưu còn giữ những gì bạn đã xóa, thường là hai tuần.</li>
      </ul>
    </>
  );
}
