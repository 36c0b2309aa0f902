import { Image as ImageIcon } from "lucide";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { z } from "zod";
import { type Category, type Song, SongBody } from "#contract/catalogue.ts";
import { useChange } from "../../resource/data/queries.ts";
import { SwitchField, TextAreaField, TextField } from "../../resource/form/fields.tsx";
import { ImageField } from "../../resource/form/image-field.tsx";
import { ResourceForm } from "../../resource/form/resource-form.tsx";
import { TokensField } from "../../resource/form/tokens-field.tsx";
import { useUnsavedUploads } from "../../resource/form/use-upload.ts";
import { Icon } from "../../ui/icon.tsx";
import { AudioField } from "./audio-field.tsx";
import { LyricsField } from "./lyrics-field.tsx";
import { saveTimeout, songRefreshes } from "./refreshes.ts";

/** The form's schema during an audio upload. */
const uploadingBody = SongBody.extend({
  audio_url: z.never("Vui lòng chờ file audio được tải lên hoàn tất"),
}) as unknown as typeof SongBody;

interface SongFormProps {
  song: Song | undefined;
  categories: readonly Category[];
  missingCategoriesMessage: string | undefined;
  onClose: () => void;
}

export function SongForm({ song, categories, missingCategoriesMessage, onClose }: SongFormProps) {
  const [audioBusy, setAudioBusy] = useState(false);
  const [coverBusy, setCoverBusy] = useState(false);
  const uploads = useUnsavedUploads();
  const saveOptions = {
    refreshes: songRefreshes,
    timeout: saveTimeout,
    fallback: "Có lỗi xảy ra khi lưu bài hát",
    unreachable: "Lỗi khi lưu bài hát",
  };
  const create = useChange("POST /api/songs", { ...saveOptions, successMessage: "Thêm bài hát thành công!" });
  const change = useChange("PUT /api/songs/{id}", { ...saveOptions, successMessage: "Cập nhật bài hát thành công!" });
  return (
    <ResourceForm
      title={song ? "Sửa bài hát" : "Thêm bài hát"}
      width={50}
      schema={audioBusy ? uploadingBody : SongBody}
      unsaved={audioBusy || coverBusy}
      validate={() => (coverBusy ? "Vui lòng chờ ảnh bìa được tải lên hoàn tất" : undefined)}
      values={{
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
      }}
      submit={async (body) => {
        if (song) await change.mutateAsync({ params: { id: song.id }, body });
        else await create.mutateAsync({ body });
        uploads.commit(body.audio_url, body.thumbnail_url);
      }}
      onClose={onClose}
    >
      <div className="form__pair">
        <TextField name="title" label="Tên bài hát" required maxLength={200} />
        <TextField name="artist" label="Tác giả" hint="Để trống thì ghi là Ngân Nga." maxLength={200} />
      </div>
      <AudioField song={song} isUploading={audioBusy} onBusy={setAudioBusy} onUploaded={uploads.add} />
      <TokensField name="category_ids" label="Thể loại" required hint={missingCategoriesMessage} options={categories} />
      <TextAreaField name="description" label="Mô tả" />
      <LyricsField />
      <ImageField
        name="thumbnail_url"
        label="Ảnh bìa"
        hint="JPG, PNG hoặc WebP, tối đa 5 MB. Để trống thì hình được vẽ từ tên bài."
        preview={<CoverPreview />}
        onBusy={setCoverBusy}
        onUploaded={uploads.add}
      />
      <div className="form__switches">
        <SwitchField name="is_active" label="Hoạt động" hint="Tắt thì khách không thấy bài hát này." />
        <SwitchField name="is_featured" label="Nổi bật" hint="Hiện trong phần nổi bật của trang chủ." />
        <SwitchField name="is_premium" label="Premium" hint="Chỉ tài khoản Premium nghe và xem lời được." />
      </div>
    </ResourceForm>
  );
}

function CoverPreview() {
  const url = String(useWatch({ name: "thumbnail_url" }) ?? "").trim();
  return (
    <div className="cover-box">
      {url === "" ? <Icon icon={ImageIcon} /> : <img key={url} src={url} alt="Ảnh bìa" />}
    </div>
  );
}
