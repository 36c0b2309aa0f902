import { briefFields, type SongRequest } from "#contract/requests.ts";
import requestPartsStyles from "./request-parts.module.css";

type Field = (typeof briefFields)[number];
type Brief = Pick<SongRequest, Field>;

/** The labels of the customer's form. */
const labels: Readonly<Record<Field, string>> = {
  occasion: "Dịp",
  recipient: "Tặng ai",
  mood: "Tâm trạng",
  words_wanted: "Từ phải có",
  words_unwanted: "Từ không được có",
  name_pronunciation: "Cách đọc tên",
};

/** Returns the labels of what the customer left out, for the middle of a sentence. */
export function missingBrief(brief: Brief): string[] {
  return briefFields.filter((field) => !brief[field]).map((field) => labels[field].toLocaleLowerCase("vi"));
}

/** Shows the customer's facts about the song, and the missing ones. */
export function BriefFacts({ brief }: { brief: Brief }) {
  const missing = missingBrief(brief);
  return (
    <>
      {missing.length < briefFields.length && (
        <dl className={`dl ${requestPartsStyles.facts}`}>
          {briefFields
            .filter((field) => brief[field])
            .map((field) => (
              <div key={field}>
                <dt>{labels[field]}</dt>
                <dd className={requestPartsStyles.text}>{brief[field]}</dd>
              </div>
            ))}
        </dl>
      )}
      {missing.length > 0 && <p className="muted">Khách chưa kể: {missing.join(", ")}.</p>}
    </>
  );
}
