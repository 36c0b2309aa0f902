/** The steps of making and handing over a song, in the help of both back offices. */
export function MakingHelp() {
  return (
    <>
      <h3>Khi viết lời</h3>
      <ul>
        <li>
          Có tên riêng hay chi tiết dễ sai thì <b>Gửi lời cho khách duyệt</b> trước khi hát. Khách sửa được từng câu, và
          hạn giao dừng lại cho đến khi khách trả lời.
        </li>
        <li>
          Gửi nhầm thì <b>Thu hồi</b>; sửa xong thì <b>Gửi bản lời mới</b>.
        </li>
        <li>
          Hỏi thêm khách ở thẻ <b>Trao đổi</b>. Câu hay dùng thì lưu vào <b>Câu trả lời soạn sẵn</b>.
        </li>
      </ul>
      <h3>Khi bài đã xong</h3>
      <ol>
        <li>
          <b>Giao bài cho khách</b>: chọn file nhạc, điền tên bài, ảnh bìa, lời đề tặng, lời bài hát, rồi bấm{" "}
          <b>Giao bài</b>. Đến lúc này trang của khách mới phát bài, và khách được báo tin.
        </li>
        <li>
          Sai chữ sau khi giao: <b>Sửa tên và lời</b>. Khách thấy ngay và không nhận thêm thư.
        </li>
        <li>
          Nhầm file: <b>Gỡ</b> bản đó và ghi lý do. File bị xóa, không lấy lại được. Bản khách đã đồng ý thì không gỡ
          được.
        </li>
        <li>
          Muốn cất bài lại mà chưa giao thì dùng <b>Gắn bản nhạc</b>: khách chưa nghe được.
        </li>
      </ol>
    </>
  );
}
