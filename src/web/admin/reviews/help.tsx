import { reviewsForAverage } from "#contract/request-reviews.ts";
import { ToScreen } from "../../resource/help/to-screen.tsx";

export function ReviewsHelp() {
  return (
    <>
      <p>Lời khách viết sau khi nhận bài. Bạn chọn lời nào hiện ở trang đặt bài hát riêng.</p>
      <h3>Mỗi ngày</h3>
      <ol>
        <li>
          Mở <b>Chờ duyệt</b>, đọc từng lời. Bấm <b>Hiện</b> với lời khách cho phép và bạn muốn đăng, <b>Ẩn</b> với lời
          còn lại.
        </li>
        <li>
          Lời chê cũng đáng đọc: bấm vào mã để mở <ToScreen to="/admin/requests">yêu cầu</ToScreen> và trả lời khách ở
          thẻ Trao đổi.
        </li>
      </ol>
      <h3>Nên biết</h3>
      <ul>
        <li>
          <b>Chỉ gửi riêng</b>: khách không cho hiện, nên không có nút nào để đăng.
        </li>
        <li>
          Hiện rồi vẫn <b>Ẩn</b> được, và ngược lại. Khách thôi cho phép thì lời tự ẩn.
        </li>
        <li>Điểm trung bình chỉ hiện cho khách khi có từ {reviewsForAverage} đánh giá.</li>
      </ul>
    </>
  );
}
