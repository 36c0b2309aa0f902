/** The optional facts of a request for a song, and what they are called; free of zod, since public pages load them. */
export const briefFields = [
  "occasion",
  "recipient",
  "mood",
  "voice",
  "genre",
  "tempo",
  "words_wanted",
  "words_unwanted",
  "name_pronunciation",
] as const;
export type BriefField = (typeof briefFields)[number];

export const briefLabels: Readonly<Record<BriefField, string>> = {
  occasion: "Dịp",
  recipient: "Tặng ai",
  mood: "Tâm trạng",
  voice: "Giọng hát",
  genre: "Thể loại",
  tempo: "Nhịp",
  words_wanted: "Từ phải có",
  words_unwanted: "Từ không được có",
  name_pronunciation: "Cách đọc tên",
};
