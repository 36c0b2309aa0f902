import { type BriefField, briefFields, briefLabels } from "#contract/request-brief.ts";
import type { SongRequest } from "#contract/requests.ts";
import requestPartsStyles from "./request-parts.module.css";

type Brief = Pick<SongRequest, BriefField>;

/** Returns the labels of what the customer left out, for the middle of a sentence. */
export function missingBrief(brief: Brief): string[] {
  return briefFields.filter((field) => !brief[field]).map((field) => briefLabels[field].toLocaleLowerCase("vi"));
}

/** Shows the customer's facts about the song, and the missing ones. */
export function BriefFacts({ brief }: { brief: Brief }) {
  const missing = missingBrief(brief);
  return (
    <>
      {missing.length < briefFields.length && (
        <dl className="dl">
          {briefFields
            .filter((field) => brief[field])
            .map((field) => (
              <div key={field}>
                <dt>{briefLabels[field]}</dt>
                <dd className={requestPartsStyles.text}>{brief[field]}</dd>
              </div>
            ))}
        </dl>
      )}
      {missing.length > 0 && <p className="muted">Khách chưa kể: {missing.join(", ")}.</p>}
    </>
  );
}
