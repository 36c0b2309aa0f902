import { Plus } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { routes } from "../routes.ts";
import styles from "./help.module.css";
import { RouteLink } from "./route-link.tsx";
import { TextPage, type TextSection } from "./text-page.tsx";

const contact = <RouteLink route={routes.contact}>trang liên hệ</RouteLink>;

interface Question {
  title: string;
  answer: ReactNode;
}

const listeningQuestions: Question[] = [
  {
    title: "Nghe một bài hát thế nào?",
    answer: (
      <>
        <p>
          Bạn mở <RouteLink route={routes.songs}>{routes.songs.label}</RouteLink> và bấm nút tròn trên bài muốn nghe.
          Bấm lần nữa là tạm dừng. Mỗi lúc chỉ một bài chạy: bấm bài khác thì bài trước dừng.
        </p>
        <p>
          Trên trang của bài hát, bạn bấm hoặc kéo trên dải sóng để tua. Bằng bàn phím: phím cách hoặc K để phát và tạm
          dừng, mũi tên trên dải sóng để tua từng 5 giây.
        </p>
      </>
    ),
  },
  {
    title: "Luyện nghe và hát theo từng câu thế nào?",
    answer: (
      <>
        <p>
          Bài hát tiếng nước ngoài có lời chạy theo nhạc thì có nút “Học với bài này” phía trên lời. Ở đó bạn nghe từng
          câu, lặp lại, nghe chậm lại mà không đổi giọng, cho nhạc dừng trước hay sau mỗi câu, ẩn bản dịch và phiên âm.
          Bấm phím ? để xem các phím tắt.
        </p>
        <p>
          Bạn cũng thu được giọng mình rồi nghe cạnh bản gốc. Trình duyệt hỏi bạn về micrô khi bạn bấm thu; bản thu nằm
          lại trên máy của bạn.
        </p>
      </>
    ),
  },
  {
    title: "Điền từ và xếp câu tính điểm thế nào?",
    answer: (
      <>
        <p>
          Vẫn ở “Học với bài này”, bạn chọn “Điền từ” hoặc “Xếp câu” rồi chọn mức. Đúng ngay là trọn điểm; sai một chữ
          cái của từ dài, hay đúng sau khi thử lại, là nửa điểm. Gõ thiếu dấu vẫn tính đúng. Bài tiếng Trung và tiếng
          Nhật nhận cả chữ lẫn phiên âm.
        </p>
        <p>
          Nút “Đố bạn bè” gửi đi một đường dẫn: ai mở cũng gặp đúng những chỗ trống ấy. Chưa đăng nhập thì điểm nằm trên
          máy của bạn; đăng nhập rồi, điểm và số ngày liền theo tài khoản.
        </p>
      </>
    ),
  },
  {
    title: "Có phải trả tiền hay đăng ký không?",
    answer: (
      <p>
        Không. Những bài không có dấu Premium nghe miễn phí, không cần tài khoản, không có quảng cáo. Có{" "}
        <RouteLink route={routes.register}>tài khoản</RouteLink> thì bạn bấm thích được bài hát.
      </p>
    ),
  },
  {
    title: "Vì sao có bài bị khóa?",
    answer: (
      <>
        <p>
          Đó là bài Premium, có hình vương miện và ổ khóa. Bạn thấy tên và giới thiệu, còn nhạc và lời chỉ mở cho tài
          khoản Premium còn hạn. Nếu bạn đã có Premium mà bài vẫn khóa, bạn thử{" "}
          <RouteLink route={routes.login}>đăng nhập</RouteLink> lại.
        </p>
        <p>
          Cách mua Premium, bạn xem ở{" "}
          <RouteLink route={routes.help} hash="#mua-premium">
            phần dưới
          </RouteLink>
          .
        </p>
      </>
    ),
  },
  {
    title: "Tìm bài hát không gõ dấu được không?",
    answer: (
      <p>
        Được. Gõ “mua” sẽ thấy “mưa”, gõ “duong” sẽ thấy “đường”. Bạn tìm theo tên bài, tác giả hoặc một câu bạn nhớ
        trong lời, chữ hoa chữ thường như nhau, và lọc thêm theo thể loại. Dưới bài tìm thấy theo lời có câu ấy, bấm
        “Nghe từ câu này” để nghe từ đó.
      </p>
    ),
  },
  {
    title: "Chia sẻ một bài hát thế nào?",
    answer: (
      <p>
        Trang của bài hát có nút Facebook, Zalo và TikTok. Nút TikTok sao chép đường dẫn để bạn dán vào bài đăng của
        mình. Bạn cũng có thể gửi thẳng địa chỉ của trang cho bất kỳ ai; người nhận nghe được ngay, không cần tài khoản,
        trừ bài Premium.
      </p>
    ),
  },
  {
    title: "Đặt một bài hát lên trang của mình được không?",
    answer: (
      <p>
        Được. Ở trang của bài hát, bạn bấm nút ba chấm, mở “Nhúng bài hát này”, sao chép mã rồi dán vào trang web của
        mình. Bài Premium thì không nhúng được.
      </p>
    ),
  },
  {
    title: "Lưu một từ trong bài hát để ôn lại thế nào?",
    answer: (
      <>
        <p>
          Bài hát tiếng nước ngoài có lời chạy theo nhạc thì sau khi bấm phát, phía trên lời có nút “Tra từ”. Bạn bấm
          nút ấy rồi bấm một từ: cách đọc, nghĩa và câu hát hiện ra, “Lưu vào Sổ từ” giữ từ ấy cho bạn. Chưa đăng nhập
          thì từ nằm trên máy, và vào sổ khi bạn đăng nhập.
        </p>
        <p>
          Mỗi ngày, <RouteLink route={routes.notebook}>{routes.notebook.label}</RouteLink> mở những từ sắp quên: nghe
          câu hát, nhớ lại nghĩa, mở ra xem rồi chọn Quên, Khó, Được hay Dễ. Từ càng nhớ kỹ càng lâu mới quay lại. Mất
          mạng giữa chừng, bạn cứ ôn tiếp trên trang đang mở, câu trả lời tự gửi khi có mạng. Tab “Các từ” để tìm, sửa,
          xóa, và mang từ sang Excel hay Anki.
        </p>
      </>
    ),
  },
  {
    title: "Bấm phát mà không nghe thấy gì?",
    answer: (
      <p>
        Bạn kiểm tra âm lượng và chế độ im lặng của máy, rồi tải lại trang. Nếu chỉ một bài không chạy, bạn báo cho
        chúng tôi tên bài ở {contact} nhé.
      </p>
    ),
  },
];

const premiumQuestions: Question[] = [
  {
    title: "Mua Premium thế nào?",
    answer: (
      <p>
        Bạn chọn gói ở <RouteLink route={routes.premium}>trang Premium</RouteLink>, điền họ tên, số điện thoại và email,
        rồi chuyển khoản theo hướng dẫn trên trang của đơn hàng. Trang ấy có mã QR thì bạn quét bằng ứng dụng ngân hàng,
        số tiền và nội dung đã có sẵn. Thấy tiền về là chúng tôi mở Premium, chậm nhất trong 1 đến 24 giờ làm việc.
      </p>
    ),
  },
  {
    title: "Nội dung chuyển khoản ghi gì?",
    answer: (
      <p>
        Chỉ mã của đơn hàng, bắt đầu bằng HM. Nhờ mã ấy chúng tôi biết khoản tiền là của đơn nào. Bạn lỡ ghi thiếu, ghi
        sai hay chuyển nhầm số tiền thì viết cho chúng tôi ở {contact}, kèm mã đơn và giờ chuyển.
      </p>
    ),
  },
  {
    title: "Chưa có tài khoản thì mua được không?",
    answer: (
      <p>
        Được, nhưng Premium cần một tài khoản để cộng vào. Bạn <RouteLink route={routes.login}>đăng nhập</RouteLink>{" "}
        trước khi đặt thì đơn gắn ngay với tài khoản của bạn. Chưa có tài khoản thì bạn tạo ngay khi đặt, hoặc sau đó
        trên trang riêng của đơn: chỉ cần một mật khẩu.
      </p>
    ),
  },
  {
    title: "Mua Premium tặng người khác thế nào?",
    answer: (
      <p>
        Khi đặt, bạn chọn “Mua tặng người khác”, điền tên hai người, lời nhắn và ngày mở quà nếu muốn. Tiền về, trang
        của đơn hàng có trang quà và mã quà để bạn gửi đi. Người nhận mở trang quà, hoặc nhập mã ở{" "}
        <RouteLink route={routes.premium}>trang Premium</RouteLink>, rồi nhận Premium vào tài khoản của họ, một lần. Họ
        không thấy giá hay đơn hàng của bạn.
      </p>
    ),
  },
  {
    title: "Tìm lại đơn hàng ở đâu?",
    answer: (
      <p>
        Đặt khi đã đăng nhập thì đơn nằm ở trang <RouteLink route={routes.account}>{routes.account.label}</RouteLink>.
        Trình duyệt bạn dùng để đặt cũng nhớ đơn, dưới các gói ở{" "}
        <RouteLink route={routes.premium}>trang Premium</RouteLink>. Đơn đặt không đăng nhập chỉ mở lại được bằng trình
        duyệt ấy hoặc địa chỉ riêng của đơn, nên bạn giữ địa chỉ này nhé.
      </p>
    ),
  },
  {
    title: "Mua thêm khi Premium còn hạn thì sao?",
    answer: (
      <p>
        Thời hạn mới được cộng nối vào ngày hết hạn cũ, bạn không mất ngày nào. Gần hết hạn, trang nhắc bạn ở đầu màn
        hình; không có gì tự gia hạn hay tự trừ tiền.
      </p>
    ),
  },
  {
    title: "Có Premium thì tải bài hát về được không?",
    answer: <p>Được. Ở trang của mỗi bài hát, nút ba chấm có “Tải về” dành cho tài khoản Premium còn hạn.</p>,
  },
];

const songQuestions: Question[] = [
  {
    title: "Đặt một bài hát riêng thế nào?",
    answer: (
      <p>
        Bạn kể câu chuyện ở trang <RouteLink route={routes.request}>{routes.request.label}</RouteLink>, chọn dịp, người
        nhận, giọng hát nếu muốn. Không đặt cọc: bạn nghe bài xong, ưng mới trả tiền. Gửi xong, bạn có một trang riêng
        để xem bài đến đâu, nghe bài và nhắn cho người viết bài.
      </p>
    ),
  },
  {
    title: "Bài hát riêng do ai viết, ai hát?",
    answer: (
      <p>
        Người viết lời, AI hát: người của chúng tôi đọc câu chuyện và viết lời, còn giai điệu, phần đệm và giọng hát do
        trí tuệ nhân tạo làm. Bạn nghe bài xong, ưng mới trả tiền.
      </p>
    ),
  },
  {
    title: "Xem lời trước khi hát được không?",
    answer: (
      <p>
        Được. Khi người viết gửi lời, bạn nhận tin và đọc lời trên trang riêng: chạm vào dòng chưa ưng rồi viết ngay bên
        dưới, hoặc đồng ý với cả bài. Trong lúc bạn đọc, hạn giao bài tạm dừng, rồi lùi đúng bằng số ngày đã chờ.
      </p>
    ),
  },
  {
    title: "Chưa ưng bài hát thì sao?",
    answer: (
      <p>
        Trên trang riêng, bạn bấm “Muốn sửa”, ghim giây cần sửa và viết điều bạn muốn. Số lần sửa miễn phí ghi ở trang
        đặt bài; quá số ấy, chúng tôi báo giá trước khi làm. Các bản trước bạn vẫn nghe lại được.
      </p>
    ),
  },
  {
    title: "Tặng bài hát ấy cho người khác thế nào?",
    answer: (
      <p>
        Nhận bài và thanh toán xong, phần “Gửi tặng” trên trang riêng làm cho bạn một trang quà có bìa, lời tặng và bài
        hát, không có giá hay câu chuyện bạn kể. Bạn gửi đường dẫn, hoặc in thiệp A6 có mã QR, chọn được ngày mở, và
        đóng trang quà lại lúc nào cũng được. Lời cảm ơn của người nhận hiện ở trang riêng của bạn.
      </p>
    ),
  },
];

const accountQuestions: Question[] = [
  {
    title: "Quên mật khẩu thì làm sao?",
    answer: (
      <p>
        Không ai đọc lại được mật khẩu cũ, kể cả chúng tôi. Bạn mở trang{" "}
        <RouteLink route={routes.forgotPassword}>{routes.forgotPassword.label}</RouteLink>, nhập email đã đăng ký và đặt
        mật khẩu mới bằng đường dẫn trong thư. Khi ấy mọi phiên đăng nhập cũ đều kết thúc. Không nhận được thư, bạn viết
        cho chúng tôi ở {contact}.
      </p>
    ),
  },
  {
    title: "Muốn xóa tài khoản thì làm sao?",
    answer: (
      <p>
        Bạn mở trang <RouteLink route={routes.account}>{routes.account.label}</RouteLink>, bấm “Xóa tài khoản” và nhập
        mật khẩu. Tài khoản, các phiên đăng nhập, các lượt thích và sổ từ bị xóa ngay. Chúng tôi giữ gì và trong bao
        lâu, bạn xem ở <RouteLink route={routes.privacy}>{routes.privacy.label}</RouteLink>.
      </p>
    ),
  },
  {
    title: "Xem hoặc tải dữ liệu của mình ở đâu?",
    answer: (
      <p>
        Ở trang <RouteLink route={routes.account}>{routes.account.label}</RouteLink>, nút “Tải dữ liệu của tôi” cho bạn
        một file với mọi điều chúng tôi giữ về tài khoản: thông tin, các phiên đăng nhập, lượt thích, đơn hàng, yêu cầu
        sáng tác và các tin đã gửi cho bạn. Cũng ở đó bạn sửa họ tên, email, mật khẩu và đăng xuất khỏi từng thiết bị.
      </p>
    ),
  },
  {
    title: "Đăng nhập được giữ trong bao lâu?",
    answer: (
      <p>
        30 ngày, trên trình duyệt bạn đã đăng nhập. Dùng máy chung thì bạn nhớ bấm “Đăng xuất” trong trình đơn tên của
        mình.
      </p>
    ),
  },
];

const siteQuestions: Question[] = [
  {
    title: "Đổi giao diện sáng hoặc tối ở đâu?",
    answer: (
      <p>
        Bấm hình mặt trăng hoặc mặt trời ở đầu trang. Chưa bấm lần nào thì trang theo máy của bạn; bấm rồi thì trình
        duyệt nhớ lựa chọn ấy.
      </p>
    ),
  },
  {
    title: "Tắt JavaScript có dùng được không?",
    answer: (
      <p>
        Có. Bạn vẫn tìm, lật trang, đọc lời, và nghe bằng trình phát của trình duyệt. Đăng nhập, đăng ký, thích bài hát,
        mua Premium, đặt bài hát, nút chia sẻ và giao diện tối thì cần JavaScript.
      </p>
    ),
  },
  {
    title: "Nhạc ở đây do ai làm?",
    answer: (
      <p>
        Do trí tuệ nhân tạo, người Việt nghe và góp ý. Trang của mỗi bài ghi rõ “Nhạc do AI tạo”. Điều đó nghĩa là gì
        với bạn, chúng tôi viết ở{" "}
        <RouteLink route={routes.terms} hash="#nhac-ai">
          {routes.terms.label}
        </RouteLink>
        .
      </p>
    ),
  },
];

const sections: TextSection[] = [
  { id: "nghe-nhac", title: "Nghe nhạc", body: <Questions questions={listeningQuestions} /> },
  { id: "mua-premium", title: "Mua Premium", body: <Questions questions={premiumQuestions} /> },
  { id: "dat-bai-hat", title: "Đặt bài hát riêng", body: <Questions questions={songQuestions} /> },
  { id: "tai-khoan", title: "Tài khoản", body: <Questions questions={accountQuestions} /> },
  { id: "trang-web", title: "Trang web", body: <Questions questions={siteQuestions} /> },
  {
    id: "chua-thay",
    title: "Chưa thấy câu trả lời?",
    body: <p>Bạn hỏi chúng tôi ở {contact}. Câu hỏi nào cũng đáng được trả lời.</p>,
  },
];

function Questions({ questions }: { questions: readonly Question[] }) {
  return (
    <div className={styles.questions}>
      {questions.map(({ title, answer }) => (
        <details key={title}>
          <summary>
            {title}
            <Icon icon={Plus} />
          </summary>
          <div className={styles.answer}>{answer}</div>
        </details>
      ))}
    </div>
  );
}

export default function HelpPage() {
  return (
    <TextPage
      route={routes.help}
      title={routes.help.label}
      description="Cách nghe nhạc, tìm bài, mua Premium, đặt bài hát riêng, chia sẻ, và những câu hỏi thường gặp khác về Ngân Nga."
      lead="Những câu bạn hay hỏi. Bấm vào một câu để xem trả lời."
      sections={sections}
    />
  );
}
