/** The words of the e-mail of each event. A person's own words pass through `excerpt`. */
import type { NotificationEvent } from "#contract/notifications.ts";
import { briefFields, briefLabels } from "#contract/request-brief.ts";
import type { PaymentWay } from "#server/features/bank/bank.service.ts";
import { timeText } from "#server/platform/vietnam-time.ts";
import type { EventData } from "../events.ts";
import { clockAndDay, excerpt, gigabytes, money, price, shortDay, span, weekday } from "./words.ts";

export interface MailContent {
  subject: string;
  /** Shown beside the subject in the list of messages. */
  preheader: string;
  heading: string;
  paragraphs: readonly string[];
  facts?: readonly Fact[];
  /** A person's own words. */
  quote?: { label: string; text: string };
  action: {
    label: string;
    /** The page that it opens; without one it is the secret link. */
    path?: string;
  };
  /** Below the button: what happens next. */
  closing?: readonly string[];
  /** Below the paragraphs: a list of pages. */
  links?: readonly { label: string; path: string }[];
  /** Below the closing. */
  link?: { label: string; path: string };
  /** In the foot: why this message came. */
  reason: string;
  audience: "customer" | "team";
  /** Gold is for what Premium gave. */
  tone?: "gold";
}

export interface Fact {
  label: string;
  value: string;
}

type Contents = { readonly [E in NotificationEvent]: (data: EventData[E]) => MailContent };

const nameLength = 60;
const ideaLength = 140;
/** Short, since the form sends it to any address. */
const choiceLength = 40;
const wordsLength = 300;

const privatePage =
  "Đường dẫn trong thư là của riêng bạn: ai có nó đều xem được trang ấy, nên bạn giữ thư này và đừng chuyển cho người lạ.";
const teamReason =
  "Thư này gửi cho người làm việc ở Ngân Nga. Quản trị viên chọn thông báo nào được gửi trong Cấu hình.";
const secretLink = "Đừng gửi đường dẫn này cho ai, kể cả người tự nhận là Ngân Nga.";

const requestReason = (code: string) =>
  `Bạn nhận thư này vì email của bạn được ghi trong yêu cầu ${code}. Nếu không phải bạn gửi, bạn cứ bỏ qua thư, không có gì phải trả.`;
const orderReason = (code: string) =>
  `Bạn nhận thư này vì email của bạn được ghi trong đơn ${code}. Nếu không phải bạn đặt, bạn cứ bỏ qua thư, không có gì phải trả.`;

const code = (value: string): Fact => ({ label: "Mã yêu cầu", value });
const due = (due_at: string): Fact => ({ label: "Nhận bài muộn nhất", value: weekday(due_at) });
/** Returns what the customer told about the song beside its story. */
const told = (brief: EventData["request_received"]["brief"] = {}, length: number): Fact[] =>
  briefFields.flatMap((field) => {
    const text = brief[field];
    return text ? [{ label: briefLabels[field], value: excerpt(text, length) }] : [];
  });

export const contents: Contents = {
  request_received: ({ code: value, path, idea, due_at, price: amount, brief }) => ({
    subject: `Đã nhận yêu cầu ${value}, có bài muộn nhất ${shortDay(due_at)}`,
    preheader: "Cảm ơn bạn đã kể. Bạn nghe miễn phí, hài lòng mới nhận bài.",
    heading: "Chúng tôi đã nhận câu chuyện của bạn",
    paragraphs: [
      "Cảm ơn bạn đã kể. Chúng tôi sẽ bắt tay vào viết, và báo bạn ngay khi bài hát xong.",
      amount === 0
        ? "Bạn nghe thử trước. Hài lòng thì bạn nhận bài, chưa ưng thì bạn cho chúng tôi biết cần sửa gì."
        : "Bạn nghe thử miễn phí. Hài lòng thì bạn nhận bài và thanh toán, chưa ưng thì bạn cho chúng tôi biết cần sửa gì.",
    ],
    facts: [code(value), due(due_at), { label: "Giá", value: price(amount) }, ...told(brief, choiceLength)],
    quote: { label: "Bạn đã viết", text: excerpt(idea, ideaLength) },
    action: { label: "Theo dõi yêu cầu", path },
    closing: [privatePage],
    reason: requestReason(value),
    audience: "customer",
  }),

  request_taken_up: ({ code: value, path, due_at }) => ({
    subject: `Bài hát ${value} của bạn đang được viết`,
    preheader: "Bạn không cần làm gì thêm. Bài xong, chúng tôi báo để bạn nghe.",
    heading: "Bài hát của bạn đang được viết",
    paragraphs: [
      "Đã có người nhận câu chuyện của bạn và đang viết thành bài hát.",
      "Bạn không cần làm gì thêm. Bài xong, chúng tôi báo để bạn nghe thử.",
    ],
    facts: [code(value), due(due_at)],
    action: { label: "Xem tình trạng", path },
    closing: [privatePage],
    reason: requestReason(value),
    audience: "customer",
  }),

  request_song_ready: ({ code: value, path, version }) => ({
    subject:
      version > 1
        ? `Bản ${version} của bài hát ${value} đã xong, mời bạn nghe`
        : `Bài hát ${value} của bạn đã xong, mời bạn nghe`,
    preheader: "Bạn nghe thử miễn phí trên trang riêng của bạn.",
    heading: version > 1 ? `Bản ${version} của bài hát đã xong` : "Bài hát của bạn đã xong",
    paragraphs: [
      "Mời bạn nghe thử, miễn phí, trên trang riêng của bạn.",
      "Hài lòng thì bạn bấm “Tôi hài lòng, nhận bài”. Chưa ưng chỗ nào thì bạn viết cần sửa gì, ghim được cả giây cần sửa. Bạn cứ nghe thong thả.",
    ],
    facts: [code(value)],
    action: { label: "Nghe bài hát", path },
    closing: [privatePage],
    reason: requestReason(value),
    audience: "customer",
  }),

  request_changes_noted: ({ code: value, path, words, due_at }) => ({
    subject: `Đã ghi điều bạn muốn sửa, bài hát ${value}`,
    preheader: `Chúng tôi gửi bản mới muộn nhất ${weekday(due_at)}.`,
    heading: "Chúng tôi đã ghi lại điều bạn muốn sửa",
    paragraphs: ["Cảm ơn bạn đã nghe kỹ. Chúng tôi đang sửa bài hát, và báo bạn khi có bản mới."],
    facts: [code(value), { label: "Có bản mới muộn nhất", value: weekday(due_at) }],
    quote: { label: "Bạn đã viết", text: excerpt(words, wordsLength) },
    action: { label: "Xem tình trạng", path },
    closing: [privatePage],
    reason: requestReason(value),
    audience: "customer",
  }),

  request_lyrics_ready: ({ code: value, path, version, note, is_reminder }) => ({
    subject: is_reminder
      ? `Lời bài hát ${value} vẫn chờ bạn đọc`
      : version > 1
        ? `Lời bài hát ${value}, bản ${version}, chờ bạn đọc`
        : `Lời bài hát ${value} chờ bạn đọc`,
    preheader: "Bạn đọc trước khi bài được hát, chưa ưng dòng nào thì đánh dấu dòng đó.",
    heading: is_reminder
      ? "Lời bài hát vẫn chờ bạn đọc"
      : version > 1
        ? `Bản ${version} của lời bài hát chờ bạn đọc`
        : "Lời bài hát chờ bạn đọc",
    paragraphs: [
      is_reminder
        ? "Chúng tôi gửi lời bài hát cho bạn đã một tuần. Bạn đồng ý hay góp ý rồi chúng tôi mới hát, nên bài đang chờ bạn."
        : "Bạn đọc từng dòng, chưa ưng dòng nào thì đánh dấu và viết ngay dưới dòng đó. Ưng rồi thì bạn bấm “Đồng ý với lời này”, và chúng tôi bắt đầu hát.",
      "Hạn giao bài tạm dừng trong lúc chờ bạn. Bạn cứ đọc thong thả.",
    ],
    facts: [code(value)],
    ...(note === null ? {} : { quote: { label: "Lời nhắn của người viết", text: excerpt(note, wordsLength) } }),
    action: { label: "Đọc lời bài hát", path: `${path}#loi-bai-hat` },
    closing: [privatePage],
    reason: requestReason(value),
    audience: "customer",
  }),

  request_price_raised: ({ code: value, path, amount, before }) => ({
    subject: `Giá bài hát ${value} là ${money(amount)}, chờ bạn đồng ý`,
    preheader: "Bạn chưa phải trả gì. Đồng ý hay chưa, bạn nhắn cho chúng tôi nhé.",
    heading: "Giá bài hát của bạn thay đổi",
    paragraphs: [
      `${before === 0 ? "Bài hát của bạn có giá mới" : `Giá bài hát của bạn đổi từ ${money(before)}`} thành ${money(amount)}. Bạn chưa phải trả gì: bạn nghe trước, hài lòng nhận bài rồi mới thanh toán.`,
      "Bạn đồng ý, hoặc muốn giữ như cũ, thì nhắn cho chúng tôi ngay trên trang riêng của bạn.",
    ],
    facts: [
      code(value),
      ...(before === 0 ? [] : [{ label: "Giá cũ", value: money(before) }]),
      { label: "Giá mới", value: money(amount) },
    ],
    action: { label: "Xem và trả lời", path: `${path}#trao-doi` },
    closing: [privatePage],
    reason: requestReason(value),
    audience: "customer",
  }),

  request_paid: ({ code: value, path, amount, is_quiet }) => ({
    subject: `Đã nhận ${money(amount)} cho bài hát ${value}`,
    preheader: "Cảm ơn bạn. Bản đầy đủ tải được trên trang riêng của bạn.",
    heading: "Cảm ơn bạn, chúng tôi đã nhận được tiền",
    paragraphs: [
      "Bản đầy đủ của bài hát có nút tải trên trang riêng của bạn. Bạn tải về và giữ nhé.",
      "Nếu bạn trả trước khi bài xong, nút tải hiện ra ngay khi có bài. Chưa ưng chỗ nào, bạn vẫn góp ý được cho đến khi nhận bài.",
    ],
    facts: [code(value), { label: "Đã nhận", value: money(amount) }],
    action: { label: "Mở trang bài hát", path },
    closing: [
      is_quiet
        ? "Mong bài hát nói hộ điều bạn muốn gửi. Khi nào muốn, bạn viết vài lời cho chúng tôi ngay trên trang ấy."
        : "Chúc bạn và người nhận nghe thật vui. Nghe rồi thấy thế nào, bạn kể lại ngay trên trang ấy nhé.",
      privatePage,
    ],
    reason: requestReason(value),
    audience: "customer",
  }),

  request_message: ({ code: value, path, from, words }) => ({
    subject: `Có tin nhắn về bài hát ${value} của bạn`,
    preheader: "Bạn đọc và trả lời ngay trên trang riêng của bạn.",
    heading: "Có tin nhắn về bài hát của bạn",
    paragraphs: [
      `${from === null ? "Chúng tôi" : excerpt(from, nameLength)} vừa nhắn cho bạn. Bạn đọc cả tin nhắn và trả lời ngay trên trang riêng của bạn.`,
    ],
    facts: [code(value)],
    quote: { label: "Tin nhắn", text: excerpt(words, wordsLength) },
    action: { label: "Xem và trả lời", path: `${path}#trao-doi` },
    closing: [privatePage],
    reason: requestReason(value),
    audience: "customer",
  }),

  gift_thanked: ({ code: value, path, from, words, is_quiet }) => ({
    subject: `${excerpt(from, nameLength)} gửi ${is_quiet ? "đôi lời cho bạn" : "lời cảm ơn món quà của bạn"}`,
    preheader: `${is_quiet ? "Bài hát bạn gửi" : "Món quà bạn tặng"} đã được mở, và có người muốn nói với bạn đôi lời.`,
    heading: is_quiet ? "Có đôi lời gửi tới bạn" : "Có lời cảm ơn gửi tới bạn",
    paragraphs: [`${is_quiet ? "Bài hát bạn gửi" : "Món quà bạn tặng"} đã tới tay người nhận. Người ấy viết cho bạn:`],
    facts: [{ label: "Mã", value }],
    quote: { label: is_quiet ? "Lời nhắn" : "Lời cảm ơn", text: excerpt(words, wordsLength) },
    action: { label: "Đọc trên trang của bạn", path },
    closing: [
      `Nếu hôm nay còn ${is_quiet ? "lời nhắn" : "lời cảm ơn"} nữa, bạn đọc trên trang của mình; chúng tôi không gửi thêm thư trong ngày.`,
      privatePage,
    ],
    reason: `Bạn nhận thư này vì bạn đã ${is_quiet ? "gửi một bài hát" : "tặng một món quà"} làm từ mã ${value} trên Ngân Nga.`,
    audience: "customer",
  }),

  order_received: ({ code: value, path, package_name, amount, is_gift, pays = "by_hand" }) => ({
    subject: `Đã nhận đơn Premium ${value}, ${amount === 0 ? "miễn phí" : money(amount)}`,
    preheader:
      amount === 0
        ? "Đơn này không cần thanh toán."
        : pays === "none"
          ? `Bạn liên hệ chúng tôi kèm mã đơn ${value} để được hướng dẫn thanh toán.`
          : `Cách chuyển khoản có trên trang của đơn. Nội dung ghi ${value}.`,
    heading: "Chúng tôi đã nhận đơn của bạn",
    paragraphs: [
      amount === 0
        ? "Cảm ơn bạn. Đơn này không cần thanh toán: bạn mở trang của đơn, đăng nhập hoặc tạo tài khoản là có Premium."
        : howToPay(value, amount, pays, is_gift),
      ...(is_gift
        ? ["Khi ấy bạn nhận được trang quà và mã quà để gửi cho người nhận."]
        : amount === 0
          ? []
          : ["Premium được cộng vào tài khoản. Nếu bạn chưa có, bạn tạo ngay trên trang của đơn."]),
    ],
    facts: [
      { label: "Mã đơn", value },
      { label: "Gói", value: excerpt(package_name, nameLength) },
      { label: "Số tiền", value: price(amount) },
    ],
    action: { label: amount === 0 || pays === "none" ? "Theo dõi đơn" : "Xem cách thanh toán", path },
    ...(amount > 0 && pays === "none" && { link: { label: "Liên hệ chúng tôi", path: "/contact" } }),
    closing: [
      ...(amount === 0 || pays === "none" ? [] : ["Nếu bạn đã chuyển khoản, bạn không cần làm gì thêm."]),
      privatePage,
    ],
    reason: orderReason(value),
    audience: "customer",
  }),

  order_needs_account: ({ code: value, path, package_name, amount, is_reminder }) => ({
    subject: is_reminder
      ? `Đơn ${value} vẫn chờ tài khoản của bạn để cộng Premium`
      : `Đã nhận tiền cho đơn ${value}, còn một bước để có Premium`,
    preheader: "Bạn mở trang của đơn, đăng nhập hoặc tạo tài khoản là xong.",
    heading: is_reminder ? "Premium của bạn vẫn đang chờ" : "Đã nhận tiền, còn một bước",
    paragraphs: [
      `Cảm ơn bạn, chúng tôi đã nhận ${money(amount)} cho đơn ${value}. Premium được cộng vào tài khoản, mà đơn này chưa có tài khoản nào.`,
      "Bạn mở trang của đơn, đăng nhập hoặc tạo tài khoản ngay tại đó. Đơn tự gắn vào tài khoản ấy, bạn không cần trả thêm gì.",
    ],
    facts: orderFacts(value, package_name, amount),
    action: { label: "Nhận Premium", path },
    closing: [privatePage],
    reason: orderReason(value),
    audience: "customer",
  }),

  order_refused: ({ code: value, path, package_name, amount, package_id, words }) => ({
    subject: `Chưa xác nhận được thanh toán của đơn ${value}`,
    preheader: "Đơn này đã dừng lại. Bạn có thể đặt lại bất cứ lúc nào.",
    heading: "Chúng tôi chưa xác nhận được thanh toán",
    paragraphs: [
      `Thanh toán của đơn ${value} không được xác nhận, nên đơn đã dừng lại.`,
      "Nếu bạn đã chuyển khoản, bạn liên hệ chúng tôi kèm mã đơn và giờ chuyển; thấy tiền, chúng tôi mở lại chính đơn này.",
    ],
    ...endedOrder(value, package_name, amount, package_id, path, words),
  }),

  order_cancelled: ({ code: value, path, package_name, amount, package_id, words }) => ({
    subject: `Đơn ${value} đã được hủy`,
    preheader: "Bạn đừng chuyển khoản cho đơn này nữa.",
    heading: "Đơn của bạn đã được hủy",
    paragraphs: [
      `Chúng tôi đã hủy đơn ${value}. Bạn đừng chuyển khoản cho đơn này nữa; nếu đã chuyển, bạn liên hệ chúng tôi kèm mã đơn.`,
    ],
    ...endedOrder(value, package_name, amount, package_id, path, words),
  }),

  order_refunded: ({
    code: value,
    path,
    package_name,
    amount,
    left = 0,
    premium = null,
    is_gift,
    package_id,
    words,
  }) => {
    const isPart = left > 0;
    const ended = endedOrder(value, package_name, amount, package_id, path, words);
    return {
      subject: `Đã hoàn ${money(amount)} của đơn ${value}`,
      preheader: "Tiền về tài khoản của bạn theo thời gian của ngân hàng.",
      heading: isPart ? "Chúng tôi đã hoàn một phần tiền cho bạn" : "Chúng tôi đã hoàn tiền cho bạn",
      paragraphs: [
        `Chúng tôi đã hoàn ${money(amount)} của đơn ${value}. Tiền về tài khoản của bạn theo thời gian của ngân hàng; nếu sau vài ngày làm việc chưa thấy, bạn liên hệ chúng tôi kèm mã đơn.`,
        ...premiumAfterRefund(premium, is_gift),
      ],
      ...ended,
      facts: [
        { label: "Gói", value: excerpt(package_name, nameLength) },
        { label: "Đã hoàn", value: money(amount) },
        { label: "Mã đơn", value },
      ],
      // A customer who keeps the package has nothing to buy anew.
      ...(isPart && premium !== "ends" ? { action: { label: "Xem đơn của bạn", path }, link: undefined } : {}),
    };
  },

  order_expired: ({ code: value, path, package_name, amount, package_id }) => ({
    subject: amount === 0 ? `Đơn ${value} đã hết hạn` : `Đơn ${value} đã hết hạn thanh toán`,
    preheader: "Bạn không phải trả gì. Muốn mua gói này, bạn đặt lại là được.",
    heading: "Đơn của bạn đã hết hạn",
    paragraphs:
      amount === 0
        ? [`Đơn ${value} đã hết hạn vì chưa gắn với tài khoản nào.`]
        : [
            `Đơn ${value} đã hết hạn vì chưa có thanh toán. Bạn không phải trả gì cho đơn này.`,
            "Nếu bạn đã chuyển khoản với mã đơn này, bạn không cần làm gì thêm: thấy tiền, chúng tôi mở lại đơn và kích hoạt Premium.",
          ],
    ...endedOrder(value, package_name, amount, package_id, path, null),
  }),

  premium_active: ({ code: value, path, package_name, expires_at }) => ({
    subject:
      expires_at === null ? "Premium đã kích hoạt, vĩnh viễn" : `Premium đã kích hoạt, đến ${timeText(expires_at)}`,
    preheader: "Đăng nhập là mọi bài Premium mở ra, nghe và tải về được.",
    heading: "Premium của bạn đã kích hoạt",
    paragraphs: ["Cảm ơn bạn. Bạn đăng nhập là mọi bài Premium mở ra, nghe và tải về được."],
    facts: [
      { label: "Gói", value: excerpt(package_name, nameLength) },
      { label: "Hạn Premium", value: expires_at === null ? "Vĩnh viễn" : clockAndDay(expires_at) },
      { label: "Mã đơn", value },
    ],
    action: { label: "Nghe nhạc", path: "/songs" },
    closing: ["Không có gì tự gia hạn hay tự trừ tiền. Chúc bạn nghe nhạc vui."],
    link: { label: "Xem lại đơn của bạn", path },
    reason: `Bạn nhận thư này vì đơn ${value} đã được kích hoạt.`,
    audience: "customer",
    tone: "gold",
  }),

  gift_premium_ready: ({ code: value, path, package_name, amount, to, gift_path, gift_code, opens_at }) => ({
    subject: `Quà Premium cho ${excerpt(to, choiceLength)} đã sẵn sàng`,
    preheader: "Bạn gửi trang quà hoặc mã quà cho người nhận, lúc nào tùy bạn.",
    heading: "Quà Premium đã sẵn sàng",
    paragraphs: [
      `Cảm ơn bạn, chúng tôi đã nhận ${money(amount)} cho đơn ${value}. Món quà dành cho ${excerpt(to, nameLength)} đã sẵn sàng.`,
      "Bạn gửi trang quà cho người nhận, in lên thiệp, hoặc đọc cho họ mã quà để nhập ở trang Premium. Ai mở quà và nhận trước thì Premium vào tài khoản của người ấy, một lần.",
      ...(opens_at === null
        ? []
        : [`Món quà mở từ ngày ${shortDay(opens_at)}, trước ngày ấy người nhận chỉ thấy hộp quà.`]),
    ],
    facts: [
      { label: "Mã quà", value: gift_code },
      { label: "Gói", value: excerpt(package_name, nameLength) },
      { label: "Mã đơn", value },
    ],
    action: { label: "Gửi quà", path },
    link: { label: "Xem trang quà", path: gift_path },
    closing: ["Lời nhắn, tên và ngày mở quà còn sửa được trên trang của đơn cho đến khi quà được nhận.", privatePage],
    reason: orderReason(value),
    audience: "customer",
    tone: "gold",
  }),

  gift_taken: ({ code: value, path, package_name, to }) => ({
    subject: `Quà Premium cho ${excerpt(to, choiceLength)} đã được nhận`,
    preheader: "Premium đã vào tài khoản của người nhận.",
    heading: "Món quà của bạn đã được nhận",
    paragraphs: [
      `Món quà bạn gửi ${excerpt(to, nameLength)} đã được mở và nhận. Premium đã vào tài khoản của người nhận.`,
    ],
    facts: [
      { label: "Gói", value: excerpt(package_name, nameLength) },
      { label: "Mã đơn", value },
    ],
    action: { label: "Xem món quà", path },
    closing: [privatePage],
    reason: orderReason(value),
    audience: "customer",
    tone: "gold",
  }),

  premium_ends_in_7_days: ({ expires_at }) => premiumEnds(expires_at, "còn một tuần"),
  premium_ends_in_1_day: ({ expires_at }) => premiumEnds(expires_at, "sắp hết hạn"),

  admin_new_request: ({ id, code: value, customer_name, idea, due_at, price: amount, brief }) => ({
    subject: `Yêu cầu mới ${value}, ${price(amount)}, hạn ${shortDay(due_at)}`,
    preheader: "Yêu cầu đang chờ người nhận.",
    heading: "Có yêu cầu sáng tác mới",
    paragraphs: ["Yêu cầu đang chờ người nhận. Bạn giao cho một nhân viên, hoặc để nhân viên tự nhận."],
    facts: [
      code(value),
      { label: "Khách hàng", value: excerpt(customer_name, nameLength) },
      { label: "Hạn giao bài", value: weekday(due_at) },
      { label: "Giá", value: price(amount) },
      ...told(brief, ideaLength),
    ],
    quote: { label: "Khách viết", text: excerpt(idea, ideaLength) },
    action: { label: "Mở yêu cầu", path: `/admin/requests?open=${id}` },
    reason: teamReason,
    audience: "team",
  }),

  admin_new_order: ({ id, code: value, customer_name, package_name, amount, is_done = false, pays = "by_hand" }) => ({
    subject: `Đơn Premium mới ${value}, ${price(amount)}`,
    preheader:
      amount === 0
        ? "Đơn không cần thanh toán."
        : pays === "none"
          ? "Khách chưa biết chuyển tiền vào đâu."
          : `Khách chuyển khoản với nội dung ${value}.`,
    heading: "Có đơn Premium mới",
    paragraphs: [
      is_done
        ? "Đơn này miễn phí và đã tự cộng Premium cho tài khoản của khách. Bạn không cần làm gì thêm."
        : amount === 0
          ? "Đơn này không cần thanh toán. Premium tự được cộng khi khách gắn đơn vào tài khoản."
          : whatToDo[pays](value),
    ],
    facts: [
      { label: "Mã đơn", value },
      { label: "Khách hàng", value: excerpt(customer_name, nameLength) },
      { label: "Gói", value: excerpt(package_name, nameLength) },
      { label: "Số tiền", value: price(amount) },
    ],
    action: { label: "Mở đơn hàng", path: `/admin/orders?open=${id}` },
    reason: teamReason,
    audience: "team",
  }),

  staff_request_assigned: ({ from, ...request }) => ({
    subject: `Bạn được giao yêu cầu ${request.code}, hạn ${shortDay(request.due_at)}`,
    preheader: `Hạn giao bài: ${weekday(request.due_at)}.`,
    heading: "Bạn được giao một yêu cầu",
    paragraphs: [
      `${excerpt(from, nameLength)} giao yêu cầu này cho bạn. Chi tiết và file tham khảo có ở bàn làm việc.`,
    ],
    ...staffRequest(request),
  }),

  staff_request_due_today: ({ unclaimed, ...request }) =>
    unclaimed
      ? unclaimedRequest(request, unclaimed)
      : {
          subject: `Yêu cầu ${request.code} đến hạn ${weekday(request.due_at)}`,
          preheader: "Cần giúp thì bạn báo giám sát viên.",
          heading: "Một yêu cầu của bạn đến hạn",
          paragraphs: [
            `Yêu cầu ${request.code} cần giao bài trong ${weekday(request.due_at)}.`,
            "Nếu không kịp, bạn báo giám sát viên để cùng thu xếp hoặc chuyển cho người khác.",
          ],
          ...staffRequest(request),
        },

  staff_request_message: ({ words, told, ...request }) => ({
    ...staffRequest(request),
    subject: `Khách nhắn tin về yêu cầu ${request.code}`,
    preheader: "Khách đọc câu trả lời trên trang riêng, và được báo qua thư.",
    heading: "Khách vừa nhắn tin",
    paragraphs: [
      told === "member"
        ? `Khách của yêu cầu ${request.code} nhắn cho bạn.`
        : `Khách của yêu cầu ${request.code} nhắn tin, mà yêu cầu chưa có ai phụ trách. Bạn trả lời, hoặc giao cho một người nhé.`,
    ],
    quote: { label: "Khách viết", text: excerpt(words, wordsLength) },
    ...(told === "admin" ? { action: { label: "Mở yêu cầu", path: `/admin/requests?open=${request.id}` } } : {}),
  }),

  staff_lyrics_answered: ({ version, agrees, words, told, ...request }) => ({
    ...staffRequest(request),
    subject: agrees
      ? `Khách đồng ý với lời của yêu cầu ${request.code}`
      : `Khách góp ý lời của yêu cầu ${request.code}`,
    preheader: `Hạn giao bài tính tiếp: ${weekday(request.due_at)}.`,
    heading: agrees ? "Khách đồng ý với lời bài hát" : "Khách góp ý lời bài hát",
    paragraphs: [
      agrees
        ? `Khách đồng ý với bản lời ${version}, bạn hát được rồi.`
        : `Khách muốn đổi vài chỗ trong bản lời ${version}. Góp ý đứng cạnh từng dòng ở bàn làm việc.`,
      ...(told === "member" ? [] : ["Yêu cầu này chưa có ai phụ trách. Bạn làm tiếp, hoặc giao cho một người nhé."]),
    ],
    ...(words === "" ? {} : { quote: { label: "Khách viết", text: excerpt(words, wordsLength) } }),
    ...(told === "admin" ? { action: { label: "Mở yêu cầu", path: `/admin/requests?open=${request.id}` } } : {}),
  }),

  staff_changes_wanted: ({ version, words, told, ...request }) => ({
    ...staffRequest(request),
    subject: `Khách muốn sửa bài hát của yêu cầu ${request.code}`,
    preheader: `Hạn giao bản mới: ${weekday(request.due_at)}.`,
    heading: "Khách muốn sửa bài hát",
    paragraphs: [
      `Khách đã nghe bản ${version} và muốn sửa. Chỗ cần sửa có ở bàn làm việc, hạn giao bản mới là ${weekday(request.due_at)}.`,
      ...(told === "member" ? [] : ["Yêu cầu này chưa có ai phụ trách. Bạn làm tiếp, hoặc giao cho một người nhé."]),
    ],
    quote: { label: "Khách viết", text: excerpt(words, wordsLength) },
    ...(told === "admin" ? { action: { label: "Mở yêu cầu", path: `/admin/requests?open=${request.id}` } } : {}),
  }),

  password_reset: ({ account, valid_minutes }) => ({
    subject: "Đặt lại mật khẩu Ngân Nga",
    preheader: `Đường dẫn dùng được một lần, trong ${span(valid_minutes)}.`,
    heading: "Đặt lại mật khẩu",
    paragraphs: [
      `Chúng tôi nhận được yêu cầu đặt lại mật khẩu cho tài khoản ${accountNames[account]}. Bạn bấm nút dưới đây để chọn mật khẩu mới.`,
      `Đường dẫn dùng được một lần, trong ${span(valid_minutes)} kể từ lúc yêu cầu. Đổi xong, mọi thiết bị đang đăng nhập đều phải đăng nhập lại.`,
    ],
    action: { label: "Đặt mật khẩu mới" },
    closing: [`Nếu bạn không yêu cầu, bạn cứ bỏ qua thư này: mật khẩu vẫn như cũ. ${secretLink}`],
    reason: "Bạn nhận thư này vì có người yêu cầu đặt lại mật khẩu cho email của bạn.",
    audience: "customer",
  }),

  admin_invitation: ({ from, role, valid_minutes }) => ({
    subject: "Lời mời quản trị Ngân Nga",
    preheader: `Đường dẫn đặt mật khẩu dùng được một lần, trong ${span(valid_minutes)}.`,
    heading: "Bạn được mời quản trị Ngân Nga",
    paragraphs: [
      `${excerpt(from, nameLength)} mời bạn làm ${adminRoleNames[role]} của Ngân Nga. Bạn bấm nút dưới đây để đặt mật khẩu, rồi đăng nhập bằng email này.`,
      `Đường dẫn dùng được một lần, trong ${span(valid_minutes)}. Quá hạn thì bạn xin người mời gửi lại.`,
    ],
    action: { label: "Đặt mật khẩu" },
    closing: [`Nếu bạn không chờ lời mời này, bạn cứ bỏ qua thư. ${secretLink}`],
    reason: "Bạn nhận thư này vì một quản trị viên của Ngân Nga đã mời email của bạn.",
    audience: "team",
  }),

  sensitive_change: ({ what, details, by, at }) => ({
    subject: `Thay đổi quan trọng: ${excerpt(what, nameLength)}`,
    preheader: `${excerpt(by, nameLength)} vừa thay đổi. Nếu không phải người của bạn làm, hãy xử lý ngay.`,
    heading: excerpt(what, nameLength),
    paragraphs: [
      "Một thay đổi quan trọng vừa được lưu trong trang quản trị, sau khi người làm đã nhập lại mật khẩu.",
      ...details.map((detail) => `${excerpt(`${detail.charAt(0).toUpperCase()}${detail.slice(1)}`, ideaLength)}.`),
    ],
    facts: [
      { label: "Người thay đổi", value: excerpt(by, nameLength) },
      { label: "Lúc", value: clockAndDay(at) },
    ],
    action: { label: "Mở trang quản trị", path: "/admin/dashboard" },
    closing: [
      "Nếu không ai trong các bạn làm việc này: vào Quản trị viên, kết thúc các phiên đăng nhập và đóng tài khoản ấy, rồi sửa lại thay đổi.",
    ],
    reason:
      "Thư này luôn được gửi cho mọi quản trị viên của Ngân Nga, và cho địa chỉ vừa thôi nhận thông báo. Thư không tắt được.",
    audience: "team",
  }),

  email_changed: ({ to, at }) => ({
    subject: "Email của tài khoản Ngân Nga đã đổi",
    preheader: "Nếu bạn không yêu cầu, bạn liên hệ chúng tôi ngay nhé.",
    heading: "Email của tài khoản bạn đã đổi",
    paragraphs: [
      `Quản trị viên của Ngân Nga vừa đổi email của tài khoản bạn từ địa chỉ này sang ${excerpt(to, nameLength)}. Từ nay thư về tài khoản, cả thư đặt lại mật khẩu, gửi đến địa chỉ mới.`,
      "Mọi thiết bị đang đăng nhập đều phải đăng nhập lại.",
    ],
    facts: [{ label: "Lúc", value: clockAndDay(at) }],
    action: { label: "Liên hệ Ngân Nga", path: "/contact" },
    closing: ["Nếu bạn đã nhờ chúng tôi đổi, bạn không cần làm gì thêm. Nếu không, bạn liên hệ chúng tôi ngay nhé."],
    reason: "Bạn nhận thư này vì đến lúc ấy đây là email của một tài khoản Ngân Nga.",
    audience: "customer",
  }),

  email_verification: ({ valid_minutes }) => ({
    subject: "Xác minh email của bạn ở Ngân Nga",
    preheader: `Bấm một lần là xong, trong ${span(valid_minutes)}.`,
    heading: "Xác minh email của bạn",
    paragraphs: [
      "Bạn bấm nút dưới đây để xác minh email này là của bạn. Nhờ vậy chúng tôi biết chắc đơn ghi email này là của bạn.",
      `Đường dẫn dùng được trong ${span(valid_minutes)}.`,
    ],
    action: { label: "Xác minh email" },
    closing: [`Nếu bạn không dùng email này ở Ngân Nga, bạn cứ bỏ qua thư. ${secretLink}`],
    reason: "Bạn nhận thư này vì email của bạn được ghi trong một tài khoản Ngân Nga.",
    audience: "customer",
  }),

  channel_stopped: ({ reason }) => ({
    subject: "Zalo đã ngừng gửi, cần bạn xem lại cấu hình",
    preheader: "Thông báo chuyển qua email cho đến khi Zalo gửi lại được.",
    heading: "Zalo đã ngừng gửi",
    paragraphs: [
      "Thông báo qua Zalo không gửi được nữa. Người có email vẫn nhận được qua email.",
      "Bạn mở cấu hình, sửa theo lý do dưới đây rồi bật lại Zalo.",
    ],
    quote: { label: "Lý do", text: excerpt(reason, wordsLength) },
    action: { label: "Mở cấu hình", path: "/admin/config?tab=zalo" },
    reason: "Thư này luôn được gửi cho quản trị viên của Ngân Nga.",
    audience: "team",
  }),

  disk_filling: ({ free, reserve, recordings, max }) => ({
    subject: "Ổ đĩa của máy chủ sắp đầy",
    preheader: "File tham khảo của khách sẽ bị từ chối trước; đơn hàng và đăng nhập vẫn chạy.",
    heading: "Ổ đĩa của máy chủ sắp đầy",
    paragraphs: [
      "Khi chỉ còn phần dự trữ, hoặc khi file tham khảo chờ nhận đã hết phần của chúng, máy chủ từ chối file tham khảo mới. Khách vẫn gửi được yêu cầu không kèm file.",
      "Bạn xem các yêu cầu mới chưa ai nhận, xóa những yêu cầu rác, hoặc thêm dung lượng cho máy chủ.",
    ],
    facts: [
      { label: "Còn trống", value: gigabytes(free) },
      { label: "Phần dự trữ", value: gigabytes(reserve) },
      { label: "File tham khảo chờ nhận", value: `${gigabytes(recordings)} trên ${gigabytes(max)}` },
    ],
    action: { label: "Mở các yêu cầu", path: "/admin/requests?status=new" },
    reason: "Thư này luôn được gửi cho quản trị viên của Ngân Nga.",
    audience: "team",
  }),

  messages_together: ({ for: audience, count, items }) => ({
    subject: `${count} thông báo từ Ngân Nga trong một thư`,
    preheader: "Có nhiều thông báo cùng lúc, chúng tôi gộp lại để không làm đầy hộp thư của bạn.",
    heading: `${count} thông báo trong một thư`,
    paragraphs: [
      audience === "admin"
        ? "Trong giờ qua có nhiều đơn và yêu cầu mới, nên các thông báo sau được gộp lại."
        : "Email này được ghi trong nhiều đơn hoặc yêu cầu cùng lúc, nên các thông báo sau được gộp lại.",
    ],
    links: items.map(({ title, path }) => ({ label: title, path })),
    action: audience === "admin" ? { label: "Mở trang quản trị", path: "/admin" } : { label: "Mở Ngân Nga", path: "/" },
    ...(count > items.length ? { closing: [`Và ${count - items.length} thông báo khác.`] } : {}),
    reason:
      audience === "admin"
        ? teamReason
        : "Bạn nhận thư này vì email của bạn được ghi trong các đơn hoặc yêu cầu ấy. Nếu không phải bạn gửi, bạn cứ bỏ qua thư, không có gì phải trả.",
    audience: audience === "admin" ? "team" : "customer",
  }),

  test: () => ({
    subject: "Thư thử từ Ngân Nga",
    preheader: "Máy chủ thư đã gửi được thư này.",
    heading: "Email đã gửi được",
    paragraphs: ["Bạn đọc được thư này, nghĩa là máy chủ thư đã nhận và chuyển thư của Ngân Nga."],
    action: { label: "Mở cấu hình", path: "/admin/config?tab=notifications" },
    reason: "Bạn nhận thư này vì quản trị viên của Ngân Nga vừa gửi thử.",
    audience: "team",
  }),
};

/** Returns the words of the e-mail of an event. */
export function contentOf<E extends NotificationEvent>(event: E, data: EventData[E]): MailContent {
  return contents[event](data);
}
const adminRoleNames = { admin: "quản trị viên", accountant: "kế toán" } as const;

const accountNames = {
  user: "của bạn ở Ngân Nga",
  staff: "nhân viên của bạn ở Ngân Nga",
  admin: "quản trị của bạn ở Ngân Nga",
} as const;

const orderFacts = (value: string, package_name: string, amount: number): readonly Fact[] => [
  { label: "Mã đơn", value },
  { label: "Gói", value: excerpt(package_name, nameLength) },
  { label: "Số tiền", value: price(amount) },
];

function endedOrder(
  value: string,
  package_name: string,
  amount: number,
  package_id: number,
  path: string,
  words: string | null,
) {
  return {
    facts: orderFacts(value, package_name, amount),
    ...(words === null ? {} : { quote: { label: "Ngân Nga nhắn bạn", text: excerpt(words, wordsLength) } }),
    action: { label: "Đặt lại gói này", path: `/premium?goi=${package_id}` },
    link: { label: "Xem lại đơn của bạn", path },
    closing: [privatePage],
    reason: orderReason(value),
    audience: "customer" as const,
  };
}

/** Says what becomes of the Premium that a refunded order gave. */
function premiumAfterRefund(premium: EventData["order_refunded"]["premium"], isGift = false): string[] {
  const what = isGift ? "Premium của món quà" : "Premium của đơn này";
  if (premium === "stays") return [`${what} vẫn giữ nguyên.`];
  return premium === "ends" ? [`${what} kết thúc cùng lần hoàn tiền.`] : [];
}

/** Says how a new order is paid, and when it is done. */
function howToPay(value: string, amount: number, pays: PaymentWay, isGift = false): string {
  if (pays === "none") {
    return `Cảm ơn bạn. Trang chưa có số tài khoản nhận tiền, nên bạn liên hệ chúng tôi kèm mã đơn ${value} để được hướng dẫn thanh toán ${money(amount)} nhé. Có số tài khoản rồi, cách chuyển khoản hiện ngay trên trang của đơn.`;
  }
  const done =
    pays === "instant"
      ? `${isGift ? "Món quà sẵn sàng" : "Premium mở"} ngay khi ngân hàng báo tiền về cho chúng tôi, chậm nhất trong 1–24 giờ làm việc, và chúng tôi báo cho bạn.`
      : `Nhận được tiền, quản trị viên xác nhận rồi ${isGift ? "món quà sẵn sàng" : "kích hoạt Premium"} trong 1–24 giờ làm việc, và chúng tôi báo cho bạn.`;
  return `Cảm ơn bạn. Bạn chuyển khoản ${money(amount)} với nội dung ${value}, theo hướng dẫn trên trang của đơn. ${done}`;
}

/** What a new order asks of the administrators. */
const whatToDo: Readonly<Record<PaymentWay, (value: string) => string>> = {
  none: () =>
    "Trang chưa có tài khoản ngân hàng nào đang bật, nên khách được mời liên hệ để hỏi cách thanh toán. Bạn thêm hoặc bật tài khoản ở mục Ngân hàng, và hướng dẫn khách nhé.",
  by_hand: (value) => `Tiền về với nội dung ${value} thì bạn xác nhận đơn để khách có Premium.`,
  instant: (value) =>
    `Tiền về đủ với nội dung ${value} thì đơn tự được xác nhận. Khoản nào không tự khớp chờ bạn ở mục Đối soát.`,
};

type DueRequest = Omit<EventData["staff_request_due_today"], "unclaimed">;

function unclaimedRequest(
  request: DueRequest,
  { told, is_late }: NonNullable<EventData["staff_request_due_today"]["unclaimed"]>,
): MailContent {
  const { id, code: value, due_at } = request;
  const forAdmin = told === "admin";
  const content = staffRequest(request);
  return {
    ...content,
    subject: `Chưa ai nhận yêu cầu ${value}, ${is_late ? "đã quá hạn" : "hạn"} ${shortDay(due_at)}`,
    preheader: is_late ? "Khách đang chờ bài quá ngày đã hẹn." : "Hôm nay là ngày hẹn giao bài cho khách.",
    heading: is_late ? "Một yêu cầu đã quá hạn mà chưa có ai nhận" : "Một yêu cầu đến hạn mà chưa có ai nhận",
    paragraphs: [
      is_late
        ? `Yêu cầu ${value} lẽ ra phải giao bài trong ${weekday(due_at)}, đến giờ vẫn chưa có ai nhận.`
        : `Yêu cầu ${value} cần giao bài trong ${weekday(due_at)}, đến giờ vẫn chưa có ai nhận.`,
      forAdmin
        ? "Bạn giao yêu cầu này cho một nhân viên nhé. Thư gửi cho bạn vì hiện không có giám sát viên nào đang hoạt động."
        : "Bạn giao yêu cầu này cho một nhân viên, hoặc tự nhận nhé.",
    ],
    ...(forAdmin ? { action: { label: "Mở yêu cầu", path: `/admin/requests?open=${id}` } } : {}),
  };
}

function staffRequest({ id, code: value, customer_name, idea, due_at }: DueRequest) {
  return {
    facts: [
      code(value),
      { label: "Khách hàng", value: excerpt(customer_name, nameLength) },
      { label: "Hạn giao bài", value: weekday(due_at) },
    ],
    quote: { label: "Khách viết", text: excerpt(idea, ideaLength) },
    action: { label: "Mở yêu cầu", path: `/staff/dashboard?open=${id}` },
    reason: teamReason,
    audience: "team",
  } as const;
}

function premiumEnds(expires_at: string, left: string): MailContent {
  return {
    subject: `Premium của bạn ${left}, dùng đến ${timeText(expires_at)}`,
    preheader: "Không có gì tự gia hạn hay tự trừ tiền.",
    heading: `Premium của bạn ${left}`,
    paragraphs: [
      `Bạn nghe được các bài Premium đến ${clockAndDay(expires_at)}. Sau đó tài khoản và những bài bạn thích vẫn còn nguyên, bài miễn phí vẫn nghe như thường.`,
      "Muốn nghe tiếp, bạn chọn một gói lúc nào cũng được. Mua trước khi hết hạn thì thời gian mới được cộng nối vào, bạn không mất ngày nào.",
    ],
    facts: [{ label: "Hạn Premium", value: clockAndDay(expires_at) }],
    action: { label: "Xem các gói Premium", path: "/premium" },
    closing: ["Không có gì tự gia hạn hay tự trừ tiền. Cảm ơn bạn đã nghe nhạc cùng Ngân Nga."],
    reason: "Bạn nhận thư này vì tài khoản của bạn có Premium.",
    audience: "customer",
    tone: "gold",
  };
}
