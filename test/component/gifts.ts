/** Complete API replies about gifts, for component tests. */
import type { GiverGift, SongGift } from "#contract/gifts.ts";

export function aSongGift(fields: Partial<SongGift> = {}): SongGift {
  return {
    kind: "song",
    cover_id: 3,
    cover_url: null,
    title: "Xôi nóng đầu ngõ",
    dedication: "Tặng mẹ, nhân ngày mẹ sáu mươi tuổi",
    lyrics: "Bốn giờ sáng đèn vàng thắp lên\nNồi xôi nóng khói bay qua hiên",
    lines: null,
    stream_url: "/uploads/audio/bai-hat.mp3?expires=1&signature=x",
    is_quiet: false,
    duration: 65,
    waveform: null,
    ...fields,
  };
}

/** Returns an open gift that nobody has opened, as its giver sees it. */
export function aGiverGift(fields: Partial<GiverGift> = {}): GiverGift {
  return {
    secret: "qybk8n0t6eaf03bruYlvLw",
    recipient_name: "Mẹ",
    giver_name: "Lan Anh",
    message: "Chúc mẹ vui",
    opens_on: null,
    is_open: true,
    state: "open",
    hearts: 0,
    opened_at: null,
    thanks: [],
    ...fields,
  };
}
