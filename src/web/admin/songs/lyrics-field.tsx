import { Eye } from "lucide";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Lyrics } from "../../lyrics/lyrics.tsx";
import { FieldFrame } from "../../resource/form/fields.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./lyrics-field.module.css";

export function LyricsField() {
  const { register } = useFormContext();
  const [isPreviewOpen, setIsPreviewOpen] = useState(false);
  return (
    <div className={styles.field}>
      <FieldFrame name="lyrics" label="Lời bài hát">
        {(control) => <textarea className="input" rows={6} {...control} {...register("lyrics")} />}
      </FieldFrame>
      <button
        type="button"
        className="btn btn--sm btn--line"
        aria-pressed={isPreviewOpen}
        onClick={() => setIsPreviewOpen((isOpen) => !isOpen)}
      >
        <Icon icon={Eye} />
        Xem trước lời bài hát
      </button>
      {isPreviewOpen && <LyricsPreview />}
    </div>
  );
}

function LyricsPreview() {
  const lyrics = String(useWatch({ name: "lyrics" }) ?? "").trim();
  return (
    <section className={styles.preview} aria-label="Lời bài hát như khách thấy">
      {lyrics === "" ? <p className="muted">Chưa có lời bài hát.</p> : <Lyrics lyrics={lyrics} />}
    </section>
  );
}
