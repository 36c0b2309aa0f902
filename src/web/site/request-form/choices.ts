/** The choices of the form's chips, with the prompt and the opening of a story that are made of them. */
import { knownOccasion, type Occasion, occasions, recipients, withinSentence } from "#contract/occasions.ts";
import type { BriefField } from "#contract/request-brief.ts";
import type { Values } from "./fields.ts";

export interface ChoiceOptions {
  name: BriefField;
  choices: readonly string[];
}

interface OccasionTexts {
  /** After “Bài hát”. */
  phrase: string;
  /** The question that helps to tell of it. */
  prompt: string;
}

const texts: Readonly<Record<Occasion, OccasionTexts>> = {
  "Sinh nhật": {
    phrase: "mừng sinh nhật",
    prompt: "Kể một kỷ niệm bạn nhớ nhất với người ấy, câu người ấy hay nói, và lời chúc bạn muốn gửi.",
  },
  "Ngày cưới": {
    phrase: "cho ngày cưới",
    prompt: "Kể một kỷ niệm của hai người: gặp nhau ở đâu, ai ngỏ lời trước, hứa với nhau điều gì.",
  },
  "Kỷ niệm": {
    phrase: "mừng ngày kỷ niệm",
    prompt: "Kể một kỷ niệm của những năm qua: lúc vui nhất, lúc khó nhất, và điều vẫn như ngày đầu.",
  },
  "Tỏ tình": {
    phrase: "để tỏ tình",
    prompt: "Kể một kỷ niệm khiến bạn nhận ra tình cảm của mình, và điều bạn chưa nói được thành lời.",
  },
  "Xin lỗi": {
    phrase: "để xin lỗi",
    prompt: "Kể một kỷ niệm đẹp của hai người, chuyện đã xảy ra, và điều bạn muốn người ấy hiểu.",
  },
  "Cảm ơn": {
    phrase: "để cảm ơn",
    prompt: "Kể một kỷ niệm về điều người ấy đã làm cho bạn, và nó thay đổi bạn thế nào.",
  },
  "Em bé chào đời": {
    phrase: "mừng em bé chào đời",
    prompt: "Kể một kỷ niệm lúc chờ bé: tên bé, tên gọi ở nhà, và điều cả nhà mong cho bé.",
  },
  "Tốt nghiệp": {
    phrase: "mừng tốt nghiệp",
    prompt: "Kể một kỷ niệm thời đi học: thầy cô, bạn bè, ngôi trường, và chặng đường phía trước.",
  },
  "Tưởng nhớ": {
    phrase: "để tưởng nhớ",
    prompt: "Kể một kỷ niệm bạn muốn giữ mãi: giọng nói, thói quen, câu dặn dò của người đã xa.",
  },
  "Công ty": {
    phrase: "cho công ty",
    prompt: "Kể một kỷ niệm của cả đội: ngày đầu, lúc khó nhất, câu nói ai cũng thuộc.",
  },
};

/** Before the story. */
export const storyChoices: readonly ChoiceOptions[] = [
  { name: "occasion", choices: occasions },
  { name: "recipient", choices: recipients },
];

/** Folded below the story: who chooses none leaves them to the team. */
export const musicChoices: readonly ChoiceOptions[] = [
  { name: "voice", choices: ["Nữ", "Nam", "Song ca", "Thiếu nhi"] },
  { name: "genre", choices: ["Ballad", "Pop", "Acoustic", "Bolero", "Dân ca", "Rap", "R&B", "Rock"] },
  { name: "mood", choices: ["Vui tươi", "Lãng mạn", "Ấm áp", "Hài hước", "Sâu lắng", "Nhớ nhung", "Hào hùng"] },
  { name: "tempo", choices: ["Chậm", "Vừa", "Nhanh"] },
];

/** Returns what was chosen of the music, or that the team chooses. */
export function musicSummary(values: Pick<Values, BriefField>): string {
  const chosen = musicChoices.map(({ name }) => values[name].trim()).filter((value) => value !== "");
  return chosen.length > 0 ? chosen.join(" · ") : "Giọng, thể loại, tâm trạng, nhịp: để chúng tôi chọn";
}

/** Returns what to tell, by the occasion that was chosen. */
export function promptOf(occasion: string): string {
  const known = knownOccasion(occasion);
  if (known) return texts[known].prompt;
  return "Kể một kỷ niệm thật. Nên có: tặng ai, dịp gì, ai đã nói gì, điều bạn muốn người ấy nghe thấy.";
}

/** Returns the beginning of the story from what was chosen; undefined without any of the two. */
export function openingOf({ occasion, recipient }: Pick<Values, "occasion" | "recipient">): string | undefined {
  const [event, person] = [occasion.trim(), recipient.trim()];
  if (event === "" && person === "") return undefined;
  const known = knownOccasion(event);
  const cause = event === "" ? "" : ` ${known ? texts[known].phrase : `dịp ${event}`}`;
  const gift = person === "" ? "" : `${cause && ","} tặng ${withinSentence(person)}`;
  return `Bài hát${cause}${gift}. Kỷ niệm tôi muốn kể: `;
}
