import { brand, routes } from "../routes.ts";
import { RouteLink } from "./route-link.tsx";
import { TextPage, type TextSection } from "./text-page.tsx";

const sections: TextSection[] = [
  {
    id: "dich-vu",
    title: `${brand} là gì`,
    body: (
      <>
        <p>
          {brand} là nơi nghe nhạc do trí tuệ nhân tạo làm ra, học ngoại ngữ qua lời hát, và đặt một bài hát cho riêng
          mình. Nghe những bài không có dấu Premium là miễn phí, không cần tài khoản và không có quảng cáo.
        </p>
        <p>Dùng trang này nghĩa là bạn đồng ý với những điều dưới đây.</p>
      </>
    ),
  },
  {
    id: "nhac-ai",
    title: "Nhạc do AI tạo",
    body: (
      <>
        <p>
          Giai điệu, giọng hát và lời của các bài hát ở đây được làm bằng công cụ trí tuệ nhân tạo. Trang của mỗi bài
          ghi rõ “Nhạc do AI tạo”, và nhãn này không bị giấu đi.
        </p>
        <p>
          Với bài hát đặt riêng, người của chúng tôi viết lời theo câu chuyện của bạn; giai điệu, phần đệm và giọng hát
          cũng do trí tuệ nhân tạo làm.
        </p>
        <p>
          Máy có thể nhầm. Nếu một bài nghe giống tác phẩm của bạn, hoặc có lời không phù hợp, bạn báo cho chúng tôi qua{" "}
          <RouteLink route={routes.contact}>trang liên hệ</RouteLink>. Chúng tôi sẽ xem lại, và gỡ bài nếu bạn đúng.
        </p>
      </>
    ),
  },
  {
    id: "nghe-va-chia-se",
    title: "Nghe và chia sẻ",
    body: (
      <ul>
        <li>Bạn nghe cho mình, cho gia đình, cho lớp học, và gửi đường dẫn cho bất kỳ ai.</li>
        <li>Muốn dùng bài hát để kinh doanh, hoặc đăng lại ở nơi khác, bạn hỏi chúng tôi trước.</li>
        <li>Xin đừng tải tự động hàng loạt, đừng tìm cách vượt khóa Premium hay làm trang chậm với người khác.</li>
      </ul>
    ),
  },
  {
    id: "tai-khoan",
    title: "Tài khoản",
    body: (
      <>
        <p>
          Bạn giữ mật khẩu cho riêng mình. Mỗi tài khoản dành cho một người; email phải là của bạn, vì đó là cách chúng
          tôi nhận ra bạn khi bạn cần giúp.
        </p>
        <p>
          Chúng tôi có thể khóa tài khoản dùng để phá trang hoặc làm hại người khác. Bạn thấy bị khóa nhầm thì viết cho
          chúng tôi. Bạn muốn thôi dùng thì tự xóa ở trang{" "}
          <RouteLink route={routes.account}>{routes.account.label}</RouteLink>; điều gì mất đi và điều gì còn lại, chúng
          tôi viết ở{" "}
          <RouteLink route={routes.privacy} hash="#xoa">
            {routes.privacy.label}
          </RouteLink>
          .
        </p>
      </>
    ),
  },
  {
    id: "premium",
    title: "Nội dung Premium",
    body: (
      <>
        <p>
          Bài có dấu Premium dành cho tài khoản Premium còn hạn. Khi hết hạn, tài khoản trở lại bình thường: bạn vẫn
          nghe mọi bài khác, và những lượt thích của bạn vẫn còn.
        </p>
        <p>
          Premium được mua bằng chuyển khoản ngân hàng ở <RouteLink route={routes.premium}>trang Premium</RouteLink>;
          thời hạn và giá ghi trên từng gói. Đơn hàng giữ đúng gói và giá lúc bạn đặt, dù sau đó gói có đổi. Bạn chuyển
          đúng số tiền và ghi mã đơn vào nội dung; chúng tôi xác nhận trong 1 đến 24 giờ làm việc, và thời hạn tính từ
          lúc ấy. Một tháng tính là 30 ngày, một năm là 365 ngày, và Premium hết vào đúng giờ ấy của ngày cuối. Mua thêm
          khi còn hạn thì thời hạn được cộng nối. Không có gì tự gia hạn.
        </p>
        <p>
          Premium thuộc về một tài khoản. Bạn tự xóa tài khoản thì thời gian Premium còn lại cũng mất. Chuyển nhầm tiền,
          hoặc đã chuyển mà đơn bị hủy, bạn viết cho chúng tôi qua{" "}
          <RouteLink route={routes.contact}>trang liên hệ</RouteLink>.
        </p>
      </>
    ),
  },
  {
    id: "dat-bai-hat",
    title: "Đặt bài hát riêng",
    body: (
      <>
        <p>Với mỗi bài hát viết theo yêu cầu, chúng tôi hứa:</p>
        <ul>
          <li>Không đặt cọc.</li>
          <li>Bài hát được giao trong tối đa 3 ngày làm việc.</li>
          <li>Bạn theo dõi bài hát trên trang riêng của yêu cầu, và nghe thử miễn phí khi bài xong.</li>
          <li>Bạn chỉ trả số tiền đã thỏa thuận khi hài lòng.</li>
        </ul>
        <p>
          Bạn gửi câu chuyện của mình ở trang <RouteLink route={routes.request}>{routes.request.label}</RouteLink>.
        </p>
      </>
    ),
  },
  {
    id: "trach-nhiem",
    title: "Trách nhiệm",
    body: (
      <p>
        Chúng tôi cố giữ trang luôn chạy và dữ liệu luôn an toàn, nhưng không hứa được rằng trang không bao giờ ngừng.
        Bài hát có thể được thay hoặc gỡ. Những bài học ngoại ngữ là để làm quen và luyện nghe, không thay cho sách và
        thầy cô.
      </p>
    ),
  },
  {
    id: "thay-doi",
    title: "Thay đổi và liên hệ",
    body: (
      <p>
        Điều khoản đổi thì ngày cập nhật ở đầu trang đổi theo. Có điều gì chưa rõ, bạn hỏi chúng tôi ở{" "}
        <RouteLink route={routes.contact}>trang liên hệ</RouteLink> nhé.
      </p>
    ),
  },
];

export default function TermsPage() {
  return (
    <TextPage
      route={routes.terms}
      title={routes.terms.label}
      description="Điều khoản sử dụng Ngân Nga: nhạc do AI tạo, nghe và chia sẻ, tài khoản, Premium và đặt bài hát riêng."
      lead="Những điều bạn có thể trông đợi ở chúng tôi, và chúng tôi mong ở bạn. Ngắn thôi, bạn đọc hết nhé."
      updated="2026-11-28"
      sections={sections}
    />
  );
}
