/** How the customer hears of the song; apart from the other states, since the form's page needs no more of them. */
import type { CustomerRequest } from "#contract/requests.ts";

/** Returns how the customer learns that the song is ready. @param place what the private page is called where the text stands. */
export function readyNews(
  { news_channel, customer_email, customer_phone }: CustomerRequest,
  place: "trang này" | "trang theo dõi",
): string {
  switch (news_channel) {
    case "email":
      return `Khi bài xong, chúng tôi báo qua email ${customer_email}. Bạn nhớ xem cả hộp thư rác nhé.`;
    case "zalo":
      return `Khi bài xong, chúng tôi nhắn Zalo đến số ${customer_phone}.`;
    case null:
      return `Khi bài xong, bạn nghe được ngay trên ${place}, nên bạn lưu địa chỉ lại và ghé xem nhé.`;
  }
}

/** Returns where the private address was sent to; undefined where no mail is sent. */
export function mailedTo({ news_channel, customer_email }: CustomerRequest): string | undefined {
  return news_channel === "email" ? customer_email : undefined;
}
