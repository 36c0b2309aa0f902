import { meaningLength, readingLength, wordNoteLength } from "#contract/notebook-rules.ts";
import { Field } from "../../ui/field.tsx";

interface WordFieldsProps {
  values: { reading: string | null; meaning: string | null; note: string | null };
  readingLanguage?: string | null;
}

/** The fields of a word that a learner writes. */
export function WordFields({ values: { reading, meaning, note }, readingLanguage }: WordFieldsProps) {
  return (
    <>
      <Field label="Nghĩa" name="meaning" defaultValue={meaning ?? ""} maxLength={meaningLength} />
      <Field
        label="Cách đọc"
        name="reading"
        defaultValue={reading ?? ""}
        maxLength={readingLength}
        lang={readingLanguage ?? undefined}
      />
      <Field label="Ghi chú của bạn" name="note" defaultValue={note ?? ""} maxLength={wordNoteLength} />
    </>
  );
}
