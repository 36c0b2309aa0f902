import type { Retention } from "#contract/retention.ts";
import { type Fallback, valueOf, withFallback } from "../../lib/fallback.ts";
import { callInProcess } from "../../lib/server-context.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { type ReadApi, readInBrowser } from "../read-api.ts";
import { brand, routes } from "../routes.ts";
import type { Route } from "./+types/privacy.ts";
import { RouteLink } from "./route-link.tsx";
import { TextPage, type TextSection } from "./text-page.tsx";

type LoadedRetention = Retention | undefined;

/** The times are undefined when they fail to load. */
function loadRetention(read: ReadApi): Promise<LoadedRetention | Fallback<LoadedRetention>> {
  const retention = read("GET /api/retention", {}).then(({ data }) => data);
  return withFallback(retention, () => undefined);
}

/** A failed request is logged, and keeps the page out of the cache (`createPageHandler`). */
export async function loader({ context }: Route.LoaderArgs): Promise<{ retention: LoadedRetention }> {
  return { retention: valueOf(await loadRetention(context.get(callInProcess))) };
}

/** Returns a promise, so that the text renders at once. */
export function clientLoader() {
  return { retention: loadRetention(readInBrowser) };
}

/** `24 tháng`; undefined for what is kept for ever. While the time is not known, the words are true for each. */
function periodOf(months: number | null | undefined): string | undefined {
  if (months === null) return undefined;
  return months === undefined ? "thời hạn lưu giữ, thường là 24 tháng" : `${months} tháng`;
}

function ordersPeriod(months: number | null | undefined) {
  const period = periodOf(months);
  return (
    <p>
      <span>
        {period === undefined
          ? "Đơn hàng không tự hết hạn: chúng tôi giữ nó để đối chiếu tiền, cho đến khi xóa. "
          : `Sau ${period} không có thay đổi nào, và khi Premium của đơn đã hết, chúng tôi tự xóa khỏi đơn mọi điều nói về bạn: họ tên, số điện thoại, email, địa chỉ, các liên hệ, ghi chú và tài khoản; trang của đơn hàng đóng lại. Mã đơn, gói, số tiền, tình trạng và ngày tháng ở lại cho sổ sách. Premium tặng người khác đã thanh toán mà chưa ai nhận thì được giữ cho đến khi có người nhận. `}
      </span>
      <span>
        {`Xóa tài khoản thì đơn hàng vẫn còn ${period === undefined ? "" : "đến hạn ấy "}với những gì bạn đã điền, nhưng không còn gắn với tài khoản. Bạn muốn xóa ${period === undefined ? "" : "sớm hơn "}một đơn chưa thanh toán thì viết cho chúng tôi, kèm mã đơn; đơn đã thanh toán hoặc đã hoàn tiền phải ở lại trong sổ sách${period === undefined ? "" : " đến hạn ấy"}.`}
      </span>
    </p>
  );
}

function requestsPeriod(months: number | null | undefined) {
  const period = periodOf(months);
  return (
    <>
      <p>
        <span>
          {period === undefined
            ? "Yêu cầu không tự hết hạn: chúng tôi giữ nó cùng các file, cho đến khi xóa. "
            : `Khi yêu cầu đã xong hoặc đã hủy, sau ${period} không có thay đổi nào, chúng tôi tự xóa file bạn gửi, các bản nhạc, và mọi điều bạn và chúng tôi đã viết; trang của yêu cầu đóng lại, nên bạn tải bài về trước đó nhé. Mã, giá, tình trạng và ngày tháng ở lại cho sổ sách. Yêu cầu đang làm và bài bạn đã nhận mà chưa thanh toán thì không bị xóa. `}
        </span>
        <span>
          {`Xóa tài khoản thì yêu cầu vẫn còn${period === undefined ? "" : " đến hạn ấy"}, nhưng không còn gắn với tài khoản. Bạn muốn xóa ${period === undefined ? "" : "sớm hơn "}thì viết cho chúng tôi, kèm mã yêu cầu: những gì bạn gửi và các bản nhạc mất ngay, bài trong thư viện bị ẩn hẳn, và chúng tôi xóa luôn bài ấy nếu bạn muốn.`}
        </span>
      </p>
      {period !== undefined && (
        <p>
          Bài hát mà bạn cho phép đưa vào thư viện là một bản riêng, ở lại sau hạn ấy. Chừng nào bài còn ở đó, trang của
          yêu cầu vẫn mở, chỉ để bạn thôi cho phép.
        </p>
      )}
    </>
  );
}

function auditPeriod(months: number | null | undefined): string {
  const period = periodOf(months);
  return period === undefined ? "Sổ này được giữ lâu dài" : `Mỗi dòng được xóa sau ${period}`;
}

const sectionsOf = (retention: LoadedRetention): TextSection[] => [
  {
    id: "tom-tat",
    title: "Tóm tắt",
    body: (
      <ul>
        <li>Bạn nghe nhạc mà không cần tài khoản, không cần cho chúng tôi biết mình là ai.</li>
        <li>{brand} không dùng cookie, không quảng cáo, không nhúng công cụ theo dõi của bên nào.</li>
        <li>Chúng tôi chỉ giữ những gì trang cần để chạy, và không bán dữ liệu của bạn cho ai.</li>
        <li>Bạn tự tải về và tự xóa được dữ liệu của mình, ngay trong tài khoản.</li>
      </ul>
    ),
  },
  {
    id: "khi-nghe-nhac",
    title: "Khi bạn nghe nhạc",
    body: (
      <>
        <p>
          Mỗi bài hát đếm số lượt nghe. Để một người bấm nhiều lần không bị đếm nhiều lượt, máy chủ giữ một dấu tạm gồm
          bài hát, giờ nghe và người nghe. Người nghe ở đây là số tài khoản nếu bạn đã đăng nhập; nếu chưa, đó là một
          chuỗi băm có khóa tính từ địa chỉ mạng và tên trình duyệt, chứ không phải chính địa chỉ ấy. Khi bạn chưa đăng
          nhập, lượt nghe còn để lại một dấu tính từ riêng địa chỉ mạng, cũng băm có khóa: nhờ nó, mỗi mạng chỉ được đếm
          vài lượt cho một bài trong cùng khoảng thời gian.
        </p>
        <p>
          Các dấu này hết tác dụng sau 30 phút và bị xóa ở lần dọn kế tiếp, khi có người nghe nhạc trên trang. Điều còn
          lại chỉ là những con số: mỗi bài được nghe bao nhiêu lượt, trong ngày nào. Trong đó không có tên ai.
        </p>
      </>
    ),
  },
  {
    id: "khi-co-tai-khoan",
    title: "Khi bạn có tài khoản",
    body: (
      <>
        <p>Chúng tôi lưu những điều sau, cho đến khi tài khoản bị xóa:</p>
        <ul>
          <li>Tên đăng nhập, email, họ tên nếu bạn điền, và lúc bạn xác minh email nếu đã xác minh.</li>
          <li>
            Mật khẩu dưới dạng băm argon2id. Không ai đọc lại được mật khẩu của bạn từ đó, kể cả chúng tôi; nó không bao
            giờ rời máy chủ.
          </li>
          <li>
            Những địa chỉ mạng bạn đã đăng nhập từ đó trong 90 ngày qua, chỉ dưới dạng chuỗi băm có khóa, để người dò
            mật khẩu không chặn được bạn.
          </li>
          <li>
            Khi bạn điền từ hay xếp câu theo bài hát: điểm cao nhất và số lượt của từng bài, từng mức, những ngày bạn
            chơi, và mã của các lượt trong 400 ngày qua để một lượt không bị tính hai lần.
          </li>
          <li>Ngày tạo tài khoản, tài khoản có đang mở không, có Premium không và đến khi nào.</li>
          <li>Những bài bạn đã thích và lúc bạn thích. Người khác chỉ thấy tổng số lượt thích.</li>
          <li>
            Sổ từ: những từ bạn lưu với nghĩa và ghi chú của bạn, câu hát có từ ấy, và từng lần bạn ôn cùng câu trả lời.
            Không ai khác xem được sổ của bạn trên trang.
          </li>
        </ul>
        <p>
          Mỗi lần đăng nhập mở ra một phiên, kết thúc khi 30 ngày liền không dùng đến. Trình duyệt của bạn giữ mã phiên;
          máy chủ chỉ giữ chuỗi băm SHA-256 của mã ấy cùng giờ tạo, giờ dùng gần nhất, giờ hết hạn và tên trình duyệt
          với hệ điều hành, như “Chrome trên Windows”, để bạn nhận ra thiết bị của mình. Đăng xuất là xóa mã khỏi trình
          duyệt và kết thúc phiên trên máy chủ. Phiên hết hạn được dọn khi có người đăng nhập trên trang.
        </p>
      </>
    ),
  },
  {
    id: "khi-mua-premium",
    title: "Khi bạn mua Premium",
    body: (
      <>
        <p>
          Đơn hàng giữ những gì bạn điền (họ tên, số điện thoại, email, và những ô không bắt buộc nếu bạn điền), gói đã
          chọn, số tiền, mã đơn, tình trạng thanh toán và tài khoản nhận Premium. Chúng tôi dùng những điều ấy để đối
          chiếu khoản chuyển, kích hoạt Premium và liên hệ với bạn khi cần. Khi kiểm tra, chúng tôi có thể ghi thêm vào
          đơn mã giao dịch của ngân hàng và đôi dòng ghi chú.
        </p>
        <p>
          Bạn chuyển tiền bằng ứng dụng ngân hàng của mình. {brand} không hỏi và không thấy số thẻ, mật khẩu hay mã xác
          nhận ngân hàng nào; điều chúng tôi thấy là khoản tiền đã về, như ngân hàng báo: số tiền, nội dung, lúc nào, và
          tên, số tài khoản của người chuyển nếu ngân hàng cho biết. Nơi báo có thể là một dịch vụ báo biến động số dư
          mà chúng tôi dùng. Mã QR được vẽ ngay trên máy chủ của chúng tôi. Chỉ khi bạn bấm mở ứng dụng ngân hàng,
          vietqr.io mới nhận số tài khoản của chúng tôi, số tiền và nội dung để điền sẵn. Ảnh xác nhận mà bạn gửi kèm
          chỉ quản trị viên xem.
        </p>
        <p>
          Trang của đơn hàng có địa chỉ riêng, không đoán được từ mã đơn; ai có địa chỉ ấy đều xem được, nên bạn chỉ đưa
          cho người mình tin. Địa chỉ ấy không vào nhật ký, công cụ tìm kiếm hay bộ nhớ đệm nào. Trong một ngày sau khi
          đặt, máy chủ còn nhớ lần gửi, để bấm hai lần không thành hai đơn; điều ấy được dọn ở lần dọn kế tiếp, mỗi đêm
          một lần.
        </p>
        <p>
          Mua tặng người khác thì đơn giữ thêm tên hai người, lời nhắn và ngày mở quà mà bạn viết; ai có trang quà hoặc
          mã quà đều đọc được. Người nhận không thấy giá hay thông tin của bạn, bạn không thấy họ nhận bằng tài khoản
          nào; chỉ quản trị viên biết tài khoản ấy. Những điều này được xóa cùng thông tin trong đơn.
        </p>
        <p>
          Đơn đặt khi chưa đăng nhập tự thuộc về tài khoản có cùng email, khi email ấy đã được xác minh. Bạn cũng có thể
          gắn đơn vào tài khoản của mình trên trang của đơn, cho đến khi Premium được cộng.
        </p>
        {ordersPeriod(retention?.orders_months)}
      </>
    ),
  },
  {
    id: "khi-dat-bai-hat",
    title: "Khi bạn đặt bài hát riêng",
    body: (
      <>
        <p>
          Yêu cầu giữ những gì bạn gửi: họ tên, email, số điện thoại và ngân sách nếu bạn điền, câu chuyện và mong muốn
          của bạn về bài hát, cùng file bạn gửi kèm. Nó còn giữ mã và giá của yêu cầu, ghi chú của chúng tôi, các bản
          nhạc đã làm, những góp ý của bạn, tin nhắn hai bên với ảnh và bản thu kèm theo, và lúc bạn đồng ý, thanh toán,
          cho phép hay thôi cho phép đưa bài vào thư viện. Nếu bạn đã đăng nhập, nó có thêm tài khoản của bạn.
        </p>
        <p>
          Chỉ quản trị viên và nhân viên của chúng tôi đọc được yêu cầu và nghe được file gửi kèm; chúng tôi dùng những
          điều ấy để làm bài, liên hệ với bạn và đối chiếu khoản chuyển. Trang của yêu cầu có địa chỉ riêng, như trang
          của đơn hàng: ai có địa chỉ ấy đều đọc được yêu cầu và nghe được bài đã giao.
        </p>
        <p>
          Bài hát chỉ vào thư viện khi bạn cho phép. Bạn thôi cho phép thì bài bị ẩn ngay, và chúng tôi không hiện lại
          được nếu bạn không cho phép lần nữa.
        </p>
        <p>
          Nhận bài rồi, bạn có thể để lại số sao và đôi lời. Chúng chỉ hiện trên trang khi bạn cho phép, dưới tên bạn
          chọn, và sau khi chúng tôi đọc; đoạn đầu câu chuyện của bạn cũng chỉ được trích khi bạn cho phép riêng điều
          ấy. Bạn sửa, thôi cho phép hay xóa lúc nào cũng được trên trang của yêu cầu, và chúng mất theo yêu cầu.
        </p>
        <p>
          Nếu bạn tặng bài hát, người nhận có một trang riêng: ai có địa chỉ của nó đều nghe được bài, đọc được lời bài
          hát và những gì bạn viết ở đó, không gì khác của yêu cầu. Bạn đóng trang ấy lúc nào cũng được. Lời cảm ơn
          người nhận gửi chỉ bạn đọc; tất cả mất theo yêu cầu.
        </p>
        {requestsPeriod(retention?.requests_months)}
      </>
    ),
  },
  {
    id: "khi-bao-tin",
    title: "Khi chúng tôi báo tin cho bạn",
    body: (
      <>
        <p>
          Chúng tôi viết cho bạn về đơn hàng và yêu cầu của bạn, về tài khoản (xác minh email, đặt lại mật khẩu), và
          nhắc trước khi Premium hết hạn. Không có thư quảng cáo. Thư nhắc Premium có đường dẫn để thôi nhận.
        </p>
        <p>
          Thư đi qua máy chủ thư mà chúng tôi dùng. Nếu bạn để lại số di động, tin có thể đi qua Zalo thay cho thư; khi
          ấy Zalo nhận số điện thoại, tên, mã đơn hay mã yêu cầu, và đôi dòng của tin, như số tiền hoặc đoạn đầu câu
          chuyện của bạn.
        </p>
        <p>
          Máy chủ giữ mỗi tin trong 90 ngày: gửi cho ai (tên, email, số di động), nói về điều gì, lúc nào, có đến nơi
          không. Xóa tài khoản, đơn hàng hay yêu cầu là xóa luôn các tin về nó. Đường dẫn đặt lại mật khẩu và xác minh
          email không được lưu ở đâu; điều được lưu là nó của tài khoản và email nào, đến lúc nào thì hết hạn, và được
          dọn sau hạn ấy, khi có đường dẫn kế tiếp. Email mà bạn gõ ở trang “Quên mật khẩu” được giữ khoảng nửa giờ.
        </p>
        <p>
          Địa chỉ email đã thôi nhận thư nhắc, hoặc bị máy chủ thư từ chối, được ghi lại để chúng tôi không viết đến đó
          nữa, không theo thời hạn nào. Xóa tài khoản là xóa luôn điều đã ghi về email của tài khoản ấy; với địa chỉ
          khác, bạn muốn xóa thì viết cho chúng tôi.
        </p>
      </>
    ),
  },
  {
    id: "trong-trinh-duyet",
    title: "Những gì nằm trong trình duyệt của bạn",
    body: (
      <>
        <p>Trang không đặt cookie. Trong bộ nhớ của trình duyệt có:</p>
        <ul>
          <li>
            <code>darkMode</code>: giao diện sáng hay tối, sau khi bạn chọn.
          </li>
          <li>
            <code>userToken</code>: mã phiên, từ lúc đăng nhập đến lúc đăng xuất.
          </li>
          <li>
            <code>orders</code>: địa chỉ, mã và tên gói của các đơn hàng, địa chỉ và mã của các yêu cầu sáng tác gửi từ
            trình duyệt này, để bạn mở lại. Những gì đặt bằng tài khoản được quên khi bạn đăng xuất; những gì còn lại,
            bạn bấm dấu x để bỏ.
          </li>
          <li>
            <code>requestDraft</code>: những gì bạn viết dở trong yêu cầu sáng tác, giữ trên máy này 30 ngày kể từ lần
            sửa cuối. Gửi xong hoặc đăng xuất là mất.
          </li>
          <li>
            <code>orderDraft</code>: những gì bạn điền dở trong đơn đặt mua. Đặt xong, đăng xuất hoặc đóng thẻ là mất.
          </li>
          <li>
            <code>draft</code>: góp ý bạn viết dở về một bản nhạc, đánh giá về một bài hát, lời tặng và lời cảm ơn của
            một món quà. Gửi xong, đăng xuất hoặc đóng thẻ là mất.
          </li>
          <li>
            <code>talk</code>: tin nhắn bạn viết dở trên trang riêng của một yêu cầu. Gửi xong hoặc đăng xuất là mất.
          </li>
          <li>
            <code>idempotencyKey</code>: một mã ngẫu nhiên và chuỗi băm của điều đang gửi, để bấm hai lần không thành
            hai đơn hay hai yêu cầu. Gửi xong hoặc đóng thẻ là mất.
          </li>
          <li>
            <code>premiumNotice</code>: ngày bạn ẩn thông báo Premium sắp hết hạn.
          </li>
          <li>
            <code>hiddenLyrics</code>: phần lời bài hát bạn đã ẩn, như bản dịch hay phiên âm.
          </li>
          <li>
            <code>learnRounds</code>: điểm, mức và giờ chơi của những lượt điền từ và xếp câu trên máy này, nhiều nhất
            300 lượt. Bạn đăng nhập là chúng chuyển vào tài khoản và mất khỏi máy.
          </li>
          <li>
            <code>lineTrainer</code>: cách bạn luyện từng câu, như số lần lặp, tốc độ và chỗ dừng.
          </li>
          <li>
            <code>ownVoice</code>: giọng bạn thu khi luyện từng câu, nhiều nhất 100 bản, bản cũ nhất nhường chỗ. Trang
            chỉ dùng micrô khi bạn bấm thu; bản thu không gửi đi đâu, và bạn xóa được từng bản hay tất cả ở trang luyện.
          </li>
          <li>
            <code>keys</code>: bạn có tắt phím chữ và dấu hay không.
          </li>
          <li>
            <code>words</code>: những từ bạn lưu khi chưa đăng nhập hoặc chưa có mạng, tối đa 100 từ. Đăng nhập thì
            chúng vào Sổ từ và mất ở đây.
          </li>
          <li>
            <code>notebook</code>: những từ cần ôn của bạn và số của chúng, để ôn tiếp khi mất mạng. Đăng xuất là mất.
          </li>
          <li>
            <code>reviews</code>: những câu trả lời ôn từ chưa gửi được. Gửi xong là mất.
          </li>
          <li>Vị trí cuộn của các trang vừa xem, để nút quay lại đưa bạn về đúng chỗ. Đóng thẻ là mất.</li>
        </ul>
        <p>Bạn xóa dữ liệu của trang trong cài đặt trình duyệt là những thứ này biến mất.</p>
      </>
    ),
  },
  {
    id: "van-hanh",
    title: "Để trang chạy an toàn",
    body: (
      <ul>
        <li>
          Để chặn việc dò mật khẩu và gửi tràn lan, máy chủ đếm số lần thử theo địa chỉ mạng và tên đăng nhập, chỉ dưới
          dạng chuỗi băm có khóa. Bộ đếm được quên trong khoảng hai giờ sau lần thử cuối, ở lần dọn kế tiếp.
        </li>
        <li>
          Nhật ký kỹ thuật ghi giờ, đường dẫn được mở, kết quả, thời gian xử lý, và người gọi là khách hay đã đăng nhập.
          Lần đăng nhập sai ghi thêm tài khoản và địa chỉ mạng, chỉ dưới dạng chuỗi băm có khóa. Nhật ký không ghi địa
          chỉ mạng, mật khẩu, mã phiên hay từ khóa tìm kiếm, và chỉ dùng để tìm lỗi.
        </li>
        <li>
          Sổ quản trị ghi ai trong chúng tôi đã thêm, sửa, xóa nội dung nào và lúc nào.{" "}
          {auditPeriod(retention?.audit_months)}; sổ ghi việc của người quản trị và nhân viên, không ghi việc của người
          nghe. Riêng khi bạn tự xóa tài khoản, sổ ghi lại số của tài khoản ấy, không ghi tên hay email.
        </li>
        <li>
          Để không mất gì khi máy hỏng, chúng tôi sao lưu đều đặn, thường là mỗi đêm, và trước khi nâng cấp. Bản sao lưu
          có cả dữ liệu tài khoản, đơn hàng, yêu cầu sáng tác cùng các file, những bài bạn thích và sổ từ. Điều đã xóa
          còn nằm trong các bản cũ cho đến khi bản ấy được thay, thường là sau hai tuần.
        </li>
      </ul>
    ),
  },
  {
    id: "noi-khac",
    title: "Khi bạn sang nơi khác",
    body: (
      <>
        <p>
          Nút chia sẻ và các cách liên hệ mở Facebook, Zalo hoặc dịch vụ khác, nhưng chỉ khi bạn bấm. Từ lúc đó, quy
          định của nơi ấy được áp dụng.
        </p>
        <p>
          Chữ và mã của trang đều đến từ {brand}. Riêng ảnh bìa, biểu tượng liên hệ và file nhạc có thể được đặt ở một
          máy chủ khác; khi đó trình duyệt tải chúng từ nơi ấy.
        </p>
      </>
    ),
  },
  {
    id: "xoa",
    title: "Xem, sửa và xóa dữ liệu của bạn",
    body: (
      <>
        <p>
          Bạn bỏ thích một bài là dấu thích ấy bị xóa ngay. Từ bạn xóa khỏi sổ còn hoàn tác được trong một ngày, rồi mất
          hẳn ở lần dọn trong đêm. Ở trang <RouteLink route={routes.account}>{routes.account.label}</RouteLink>, bạn tự
          sửa họ tên, email và mật khẩu, đăng xuất khỏi từng thiết bị, tải về mọi dữ liệu về mình (thông tin tài khoản,
          các phiên, lượt thích, sổ từ, đơn hàng, yêu cầu sáng tác, các tin đã gửi cho bạn) và xóa tài khoản. Với mọi
          điều khác, bạn viết cho chúng tôi qua <RouteLink route={routes.contact}>trang liên hệ</RouteLink>, từ email đã
          đăng ký, và nói rõ muốn xem, sửa hay xóa gì. Email ấy là cách chúng tôi biết đúng là bạn.
        </p>
        <p>
          Xóa tài khoản là xóa tên đăng nhập, email, họ tên, mật khẩu đã băm, thời gian Premium, các phiên, các lượt
          thích, sổ từ và các tin đã gửi cho tài khoản. Đơn hàng và yêu cầu sáng tác ở lại như trên. Số lượt nghe vẫn
          còn, vì trong đó không có bạn. Các bản sao lưu đã có thì giữ những điều ấy thêm một thời gian, như trên.
        </p>
      </>
    ),
  },
  {
    id: "thay-doi",
    title: "Khi trang này thay đổi",
    body: (
      <p>
        Trang làm được thêm điều gì có giữ dữ liệu, chúng tôi viết thêm vào đây và đổi ngày cập nhật ở đầu trang. Có chỗ
        nào chưa rõ, bạn hỏi chúng tôi ở <RouteLink route={routes.contact}>trang liên hệ</RouteLink> nhé.
      </p>
    ),
  },
];

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  const data: LoadedRetention | Promise<LoadedRetention | Fallback<LoadedRetention>> = loaderData.retention;
  const retention = useLatest<LoadedRetention>(data, "");
  return (
    <TextPage
      route={routes.privacy}
      title={routes.privacy.label}
      description="Ngân Nga giữ dữ liệu gì của bạn, trong bao lâu, và cách để xóa. Không cookie, không theo dõi."
      lead="Chúng tôi giữ gì về bạn, trong bao lâu, và làm sao để xóa. Viết để đọc được, không để che."
      updated="2026-11-23"
      sections={sectionsOf(retention)}
    />
  );
}
