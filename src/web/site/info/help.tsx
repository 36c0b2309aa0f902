import { Plus } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { type Page, pages } from "../pages.ts";
import { PageLink } from "./page-link.tsx";
import { TextPage, type TextSection } from "./text-page.tsx";

const premium: Page = pages.premium;
const contact = <PageLink page={pages.contact}>trang liên hệ</PageLink>;

interface Question {
  ask: string;
  answer: ReactNode;
}

const listening: Question[] = [
  {
    ask: "Nghe một bài hát thế nào?",
    answer: (
      <>
        <p>
          Bạn mở <PageLink page={pages.songs}>{pages.songs.label}</PageLink> và bấm nút tròn trên bài muốn nghe. Bấm lần
          nữa là tạm dừng. Mỗi lúc chỉ một bài chạy: bấm bài khác thì bài trước dừng.
        </p>
        <p>
          Trên trang của bài hát, bạn bấm hoặc kéo trên dải sóng để tua. Bằng bàn phím: phím cách hoặc K để phát và tạm
          dừng, mũi tên trên dải sóng để tua từng 5 giây.
        </p>
      </>
    ),
  },
  {
    ask: "Có phải trả tiền hay đăng ký không?",
    answer: (
      <p>
        Không. Những bài không có dấu Premium nghe miễn phí, không cần tài khoản, không có quảng cáo. Có{" "}
        <PageLink page={pages.register}>tài khoản</PageLink> thì bạn bấm thích được bài hát.
      </p>
    ),
  },
  {
    ask: "Vì sao có bài bị khóa?",
    answer: (
      <>
        <p>
          Đó là bài Premium, có hình vương miện và ổ khóa. Bạn thấy tên và giới thiệu, còn nhạc và lời chỉ mở cho tài
          khoản Premium còn hạn. Nếu bạn đã có Premium mà bài vẫn khóa, bạn thử{" "}
          <PageLink page={pages.login}>đăng nhập</PageLink> lại.
        </p>
        <p>
          {premium.exists ? (
            <>
              Bạn mua Premium bằng chuyển khoản ở <PageLink page={premium}>trang Premium</PageLink>.
            </>
          ) : (
            <>Trang mua Premium chưa mở. Bạn cần Premium ngay thì viết cho chúng tôi ở {contact}.</>
          )}
        </p>
      </>
    ),
  },
  {
    ask: "Tìm bài hát không gõ dấu được không?",
    answer: (
      <p>
        Được. Gõ “mua” sẽ thấy “mưa”, gõ “duong” sẽ thấy “đường”. Bạn tìm theo tên bài hoặc tác giả, chữ hoa chữ thường
        như nhau, và lọc thêm theo thể loại.
      </p>
    ),
  },
  {
    ask: "Chia sẻ một bài hát thế nào?",
    answer: (
      <p>
        Trang của bài hát có nút Facebook, Zalo và TikTok. Nút TikTok sao chép đường dẫn để bạn dán vào bài đăng của
        mình. Bạn cũng có thể gửi thẳng địa chỉ của trang cho bất kỳ ai; người nhận nghe được ngay, không cần tài khoản,
        trừ bài Premium.
      </p>
    ),
  },
  {
    ask: "Đặt một bài hát lên trang của mình được không?",
    answer: (
      <p>
        Được. Ở trang của bài hát, bạn mở mục “Nhúng bài hát này”, sao chép mã rồi dán vào trang web của mình. Bài
        Premium thì không nhúng được.
      </p>
    ),
  },
  {
    ask: "Bấm phát mà không nghe thấy gì?",
    answer: (
      <p>
        Bạn kiểm tra âm lượng và chế độ im lặng của máy, rồi tải lại trang. Nếu chỉ một bài không chạy, bạn báo cho
        chúng tôi tên bài ở {contact} nhé.
      </p>
    ),
  },
];

const account: Question[] = [
  {
    ask: "Quên mật khẩu thì làm sao?",
    answer: (
      <p>
        Không ai đọc lại được mật khẩu cũ, kể cả chúng tôi. Bạn viết cho chúng tôi ở {contact}, từ đúng email đã đăng
        ký; chúng tôi gửi lại bạn một mật khẩu mới. Khi ấy mọi phiên đăng nhập cũ đều kết thúc.
      </p>
    ),
  },
  {
    ask: "Muốn xóa tài khoản thì làm sao?",
    answer: (
      <p>
        Bạn viết cho chúng tôi ở {contact}, từ email đã đăng ký. Tài khoản, các phiên đăng nhập và các lượt thích sẽ bị
        xóa. Chúng tôi giữ gì và trong bao lâu, bạn xem ở{" "}
        <PageLink page={pages.privacy}>{pages.privacy.label}</PageLink>.
      </p>
    ),
  },
  {
    ask: "Đăng nhập được giữ trong bao lâu?",
    answer: (
      <p>
        30 ngày, trên trình duyệt bạn đã đăng nhập. Dùng máy chung thì bạn nhớ bấm “Đăng xuất” trong trình đơn tên của
        mình.
      </p>
    ),
  },
];

const site: Question[] = [
  {
    ask: "Đổi giao diện sáng hoặc tối ở đâu?",
    answer: (
      <p>
        Bấm hình mặt trăng hoặc mặt trời ở đầu trang. Chưa bấm lần nào thì trang theo máy của bạn; bấm rồi thì trình
        duyệt nhớ lựa chọn ấy.
      </p>
    ),
  },
  {
    ask: "Tắt JavaScript có dùng được không?",
    answer: (
      <p>
        Có. Bạn vẫn tìm, lật trang, đọc lời, và nghe bằng trình phát của trình duyệt. Đăng nhập, đăng ký, thích bài hát,
        nút chia sẻ và giao diện tối thì cần JavaScript.
      </p>
    ),
  },
  {
    ask: "Nhạc ở đây do ai làm?",
    answer: (
      <p>
        Do trí tuệ nhân tạo, người Việt nghe và góp ý. Trang của mỗi bài ghi rõ “Nhạc do AI tạo”. Điều đó nghĩa là gì
        với bạn, chúng tôi viết ở{" "}
        <PageLink page={pages.terms} hash="#nhac-ai">
          {pages.terms.label}
        </PageLink>
        .
      </p>
    ),
  },
];

const sections: TextSection[] = [
  { id: "nghe-nhac", title: "Nghe nhạc", body: <Questions questions={listening} /> },
  { id: "tai-khoan", title: "Tài khoản", body: <Questions questions={account} /> },
  { id: "trang-web", title: "Trang web", body: <Questions questions={site} /> },
  {
    id: "chua-thay",
    title: "Chưa thấy câu trả lời?",
    body: <p>Bạn hỏi chúng tôi ở {contact}. Câu hỏi nào cũng đáng được trả lời.</p>,
  },
];

function Questions({ questions }: { questions: readonly Question[] }) {
  return (
    <div className="questions">
      {questions.map(({ ask, answer }) => (
        <details key={ask}>
          <summary>
            {ask}
            <Icon icon={Plus} />
          </summary>
          <div className="questions__answer">{answer}</div>
        </details>
      ))}
    </div>
  );
}

export default function HelpPage() {
  return (
    <TextPage
      page={pages.help}
      title={pages.help.label}
      description="Cách nghe nhạc, tìm bài, mở khóa Premium, chia sẻ, và những câu hỏi thường gặp khác về Ngân Nga."
      lead="Những câu bạn hay hỏi. Bấm vào một câu để xem trả lời."
      sections={sections}
    />
  );
}
