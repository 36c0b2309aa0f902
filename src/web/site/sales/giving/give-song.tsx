import { CircleAlert } from "lucide";
import { useEffect, useState } from "react";
import { giftLengths } from "#contract/gift-rules.ts";
import type { GiverGift } from "#contract/gifts.ts";
import { call } from "../../../lib/api.ts";
import { weekdayDate } from "../../../lib/dates.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { readInBrowser } from "../../read-api.ts";
import styles from "./gift-giving.module.css";
import { failedMessage, GiftGiving } from "./gift-giving.tsx";
import type { GiftLabels } from "./gift-inputs.tsx";

interface GiveSongProps {
  /** Of the request. */
  token: string;
  /** The person that the song was asked for. */
  recipient: string | null;
}

const labels: GiftLabels = {
  recipient_name: { label: "Tên người nhận", hint: "Như bạn vẫn gọi: Mẹ, Bé Bơ, Ông bà nội…" },
  giver_name: { label: "Tên người tặng", hint: "Như người nhận sẽ đọc. Để trống nếu bạn muốn giữ kín." },
  message: { label: "Lời nhắn", hint: "Đứng dưới bài hát." },
  opens_on: { label: "Ngày mở quà", hint: "Trước ngày này trang còn đóng. Để trống thì mở được ngay." },
};

/** Lets the customer give the song of a request away. */
export function GiveSong({ token, recipient }: GiveSongProps) {
  const [gift, setGift] = useState<GiverGift | null>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isGone = false;
    readInBrowser("GET /api/requests/{token}/gift", { params: { token } }).then(
      ({ data }) => !isGone && setGift(data.gift),
      () => !isGone && setFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, [token]);
  const to = gift?.recipient_name ?? null;
  return (
    <section className={`card ${styles.giving}`} aria-labelledby="request-gift">
      <h2 id="request-gift">Gửi tặng</h2>
      <p className="muted">
        Một trang riêng cho người nhận: ảnh bìa, lời tặng, lời bài hát và bài hát. Không có giá, không có câu chuyện bạn
        kể, không có tên bạn ngoài những gì bạn viết ở đây.
      </p>
      {hasFailed ? (
        <p className="note note--danger" role="alert">
          <Icon icon={CircleAlert} />
          Không tải được phần quà tặng. Bạn tải lại trang nhé.
        </p>
      ) : gift === undefined ? (
        <Skeleton style={{ height: "12rem" }} />
      ) : (
        <GiftGiving
          gift={gift}
          state={gift ? stateOf(gift) : ""}
          labels={labels}
          recipient={recipient?.slice(0, giftLengths.recipient_name)}
          draftKey={`draft:gift:${token}`}
          card={`/api/requests/${token}/gift/card.pdf`}
          shared={{ title: to === null ? "Một món quà" : `Một món quà dành cho ${to}` }}
          save={async (body) =>
            setGift(
              (await call("PUT /api/requests/{token}/gift", { params: { token }, body, fallback: failedMessage })).data,
            )
          }
        />
      )}
    </section>
  );
}

function stateOf({ state, is_open, opens_on }: GiverGift): string {
  if (state === "open") return "Món quà đang mở: ai có đường dẫn đều nghe được.";
  if (state === "waiting") return `Món quà mở vào ${weekdayDate(`${opens_on}T00:00:00+07:00`)}.`;
  if (!is_open) return "Bạn đang đóng món quà. Trang chỉ hiện một hộp quà đóng.";
  return "Món quà đang đóng vì bài hát chưa được thanh toán.";
}
