import { Image as ImageIcon } from "lucide";
import { useWatch } from "react-hook-form";
import type { Song } from "#contract/catalogue.ts";
import { flagWords } from "#contract/flag-words.ts";
import { MomentField } from "../../resource/form/date-fields.tsx";
import { SwitchField, TextAreaField, TextField } from "../../resource/form/fields.tsx";
import { ImageField } from "../../resource/form/image-field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { AudioField } from "./audio-field.tsx";
import { GenresField } from "./genres-field.tsx";
import { LyricsField } from "./lyrics-field.tsx";
import styles from "./song-fields.module.css";

/** Returns the values of the fields of a song's form; without one those of a new song. */
export function songValues(song: Song | undefined) {
  return {
    title: song?.title ?? "",
    artist: song?.artist ?? "",
    description: song?.description ?? "",
    lyrics: song?.lyrics ?? "",
    audio_url: song?.audio_url ?? "",
    thumbnail_url: song?.thumbnail_url ?? "",
    category_ids: song?.category_ids ?? [],
    is_active: song?.is_active ?? true,
    is_featured: song?.is_featured ?? false,
    is_premium: song?.is_premium ?? false,
    release_at: song?.release_at ?? "",
  };
}

/** The fields of a song's form. */
export function SongFields({ song }: { song: Song | undefined }) {
  return (
    <>
      <div className="form__pair">
        <TextField name="title" label="Tên bài hát" required maxLength={200} />
        <TextField name="artist" label="Tác giả" hint="Để trống thì ghi là Ngân Nga." maxLength={200} />
      </div>
      <AudioField song={song} />
      <GenresField />
      <TextAreaField name="description" label="Mô tả" rows={2} />
      <LyricsField />
      <ImageField
        name="thumbnail_url"
        label="Ảnh bìa"
        hint="JPG, PNG hoặc WebP, tối đa 5 MB. Để trống thì hình được vẽ từ tên bài."
        busyMessage="Vui lòng chờ ảnh bìa được tải lên hoàn tất"
        preview={<CoverPreview />}
      />
      <div className={styles.switches}>
        <SwitchField name="is_active" label={flagWords.shown.on} />
        <SwitchField name="is_featured" label="Nổi bật" hint="Hiện trong phần nổi bật của trang chủ." />
        <SwitchField name="is_premium" label="Premium" hint="Chỉ tài khoản Premium nghe và xem lời được." />
      </div>
      <ReleaseField />
    </>
  );
}

/** The time at which a hidden song is shown. */
function ReleaseField() {
  if (useWatch({ name: "is_active" })) return null;
  return (
    <MomentField
      name="release_at"
      label="Hẹn giờ phát hành"
      hint="Giờ Việt Nam. Đến giờ thì bài tự hiện; để trống thì bài ẩn cho đến khi bạn bật."
    />
  );
}

function CoverPreview() {
  const url = String(useWatch({ name: "thumbnail_url" }) ?? "").trim();
  return (
    <div className={styles.coverBox}>
      {url === "" ? <Icon icon={ImageIcon} /> : <img key={url} src={url} alt="Ảnh bìa" />}
    </div>
  );
}
