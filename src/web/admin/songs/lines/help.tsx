import { maxLines } from "#contract/lyrics/document.ts";
import { maxLyricsFile } from "#contract/lyrics/formats.ts";
import { groupedNumber } from "../../../lib/format.ts";

export function LinesHelp() {
  return (
    <>
      <p>Ghi giờ cho từng dòng lời để người nghe hát theo. Một bài quen tay mất khoảng mười phút.</p>
      <h3>Khi gõ giờ</h3>
      <ol>
        <li>
          Chưa có lời thì mở <b>Nhập lời có thời gian</b>: dán hoặc chọn file LRC, SRT, WebVTT, TTML, ASS, hay lời
          thường chưa có giờ (tối đa {groupedNumber(maxLines)} dòng, {groupedNumber(maxLyricsFile / 1_000_000)} MB).
        </li>
        <li>
          Bấm <b>Bắt đầu nghe và gõ</b>, rồi gõ <kbd>Space</kbd> đúng lúc mỗi dòng cất lên. Giữ phím đến khi hát hết nếu
          sau đó là đoạn nhạc không lời.
        </li>
        <li>
          Lỡ tay thì <kbd>Backspace</kbd> lùi một dòng và bỏ giờ của nó.
        </li>
        <li>
          Bấm nút <b>Độ trễ</b> để đo xem bạn thường gõ muộn bao nhiêu; trang trừ phần đó giúp bạn.
        </li>
        <li>
          Nghe lại từ đầu, xem những chỗ cần xem lại, rồi bấm <b>Phát hành</b>.
        </li>
      </ol>
      <h3>Khi muốn chỉnh thêm</h3>
      <ul>
        <li>
          Chọn một dòng để sửa chữ, phiên âm, nghĩa, người hát; <b>Cả bài</b> để dời giờ mọi dòng.
        </li>
        <li>
          <b>Từ vựng của bài</b>: nghĩa của những từ mà người nghe có thể bấm vào.
        </li>
        <li>
          <kbd>?</kbd> cho xem mọi phím tắt của trang này.
        </li>
      </ul>
      <h3>Nên biết</h3>
      <ul>
        <li>
          Bản nháp tự lưu. Người nghe chỉ thấy sau khi bạn bấm <b>Phát hành</b>.
        </li>
        <li>
          Trong chi tiết của bài hát có <b>Bỏ bản nháp</b> (mất giờ vừa gõ, không lấy lại được) và <b>Thôi phát hành</b>{" "}
          (lời trở lại thành một đoạn chữ).
        </li>
      </ul>
    </>
  );
}
