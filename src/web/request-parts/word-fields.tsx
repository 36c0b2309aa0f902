import type { ReactNode } from "react";
import { TextAreaField, TextField } from "../resource/form/fields.tsx";

interface WordFieldsProps {
  /** Stands below the dedication. */
  children?: ReactNode;
  lyricsHint?: string | undefined;
  noteHint?: string | undefined;
}

/** The fields of the words that a song is handed over with. */
export function WordFields({
  children,
  lyricsHint = "Dán được cả LRC hay phụ đề: lời sẽ chạy theo bài khi khách nghe.",
  noteHint,
}: WordFieldsProps) {
  return (
    <>
      <TextField name="title" label="Tên bài hát" required />
      <TextField
        name="dedication"
        label="Lời đề tặng"
        hint="Một dòng dưới tên bài, ví dụ: Tặng má, người hát ru cả nhà."
      />
      {children}
      <TextAreaField name="lyrics" label="Lời bài hát" rows={10} hint={lyricsHint} />
      <TextAreaField name="note" label="Lời nhắn cho khách" {...(noteHint && { hint: noteHint })} />
    </>
  );
}
