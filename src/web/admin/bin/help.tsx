import { binDays } from "#contract/bin.ts";

export function BinHelp() {
  return (
    <>
      <p>Bài hát, thể loại, liên hệ, gói Premium và nhân viên đã xóa nằm ở đây {binDays} ngày.</p>
      <h3>Khi xóa nhầm</h3>
      <ol>
        <li>
          Tìm theo tên, bấm <b>Khôi phục</b>. Những gì đi cùng (lượt nghe, lượt thích…) trở về theo.
        </li>
        <li>Tên đã có nơi khác dùng thì mở chi tiết và đặt tên khác trước khi khôi phục.</li>
      </ol>
      <h3>Khi cần xóa hẳn</h3>
      <ul>
        <li>
          <b>Xóa hẳn</b> một mục, hoặc <b>Dọn sạch</b> tất cả: mất ngay cùng file, không khôi phục được. Không làm gì
          thì mục tự mất khi hết hạn.
        </li>
      </ul>
      <h3>Nên biết</h3>
      <ul>
        <li>Đơn hàng, yêu cầu sáng tác, người dùng và tài khoản ngân hàng không vào thùng rác: xóa là mất ngay.</li>
        <li>Khách không thấy và không nghe được những gì nằm ở đây.</li>
      </ul>
    </>
  );
}
