import { retentionMonths } from "#contract/retention.ts";
import { ToScreen } from "../../resource/help/to-screen.tsx";

export function HistoryHelp() {
  return (
    <>
      <p>Sổ ghi mọi thay đổi trong trang quản trị và bàn làm việc: ai, lúc nào, từ đâu thành đâu.</p>
      <h3>Khi muốn biết ai đã đổi</h3>
      <ol>
        <li>Lọc theo người, loại bản ghi, thao tác hoặc ngày.</li>
        <li>Bấm vào tên trong cột Việc để mở đúng bản ghi.</li>
        <li>Chỉ cần lịch sử của một đơn hay một bài thì mở nó ra: phần lịch sử nằm cuối chi tiết.</li>
      </ol>
      <h3>Nên biết</h3>
      <ul>
        <li>Sổ chỉ để đọc: không sửa, không xóa từng dòng, và không lấy lại bản cũ từ đây được.</li>
        <li>Số tiền và trạng thái được ghi từ đâu thành đâu; với ghi chú và lời nhắn, sổ chỉ ghi là đã đổi.</li>
        <li>
          Dòng cũ tự xóa sau thời hạn ở <ToScreen to="/admin/config?tab=site">Cấu hình, Trang và dữ liệu</ToScreen> (ban
          đầu {retentionMonths.standard} tháng).
        </li>
      </ul>
    </>
  );
}
