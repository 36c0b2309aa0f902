import { useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import type { Song } from "#contract/catalogue.ts";
import { isPageAddress } from "#contract/fields.ts";
import { isStorageAddress, servedAddress, storageAddress } from "#contract/file-address.ts";
import { fileRules } from "#contract/media.ts";
import { isAudioFile } from "../../player/audio-file.ts";
import { AudioPlayer } from "../../player/audio-player.tsx";
import { Banner } from "../../resource/controls/banner.tsx";
import { FileButton } from "../../resource/controls/file-button.tsx";
import { useAreaToast } from "../../resource/controls/toast.tsx";
import { UploadProgress, uploadNumbers } from "../../resource/controls/upload-progress.tsx";
import { FieldFrame } from "../../resource/form/fields.tsx";
import { useFormUploads } from "../../resource/form/form-uploads.tsx";
import { useUpload } from "../../resource/form/use-upload.ts";
import styles from "./audio-field.module.css";
import { type SameSongList, SameSongs } from "./same-songs.tsx";
import { useFileDrop } from "./use-file-drop.ts";

const busyMessage = "Vui lòng chờ file audio được tải lên hoàn tất";

/** Returns the error message of a file that must not be sent. */
export function validateAudio(file: File): string | undefined {
  const { maxBytes, tooLarge, wrongType } = fileRules.audio;
  if (!isAudioFile(file)) return wrongType;
  return file.size > maxBytes ? tooLarge : undefined;
}

export function AudioField({ song }: { song: Song | undefined }) {
  const toast = useAreaToast();
  const uploads = useFormUploads();
  const { getValues, setValue } = useFormContext();
  const { field } = useController({ name: "audio_url" });
  const [previewUrl, setPreviewUrl] = useState<string>(field.value);
  const [same, setSame] = useState<{ url: string; songs: SameSongList }>();
  const [file, setFile] = useState({
    url: song?.audio_url,
    duration: song?.duration ?? null,
    hasBrokenTags: false,
  });

  const upload = useUpload({
    endpoint: "POST /api/admin/upload-audio",
    field: "audio_file",
    validate: validateAudio,
    fallback: "Lỗi khi tải lên file audio",
    onBusy: (isBusy) => uploads.setBusy("audio_url", isBusy ? busyMessage : undefined),
    onSuccess({ file_url, object_key, duration, cover_url, tags, has_broken_tags, same_songs }) {
      const url = file_url ?? storageAddress(object_key);
      uploads.add(url);
      field.onChange(url);
      setPreviewUrl(url);
      setFile({ url, duration, hasBrokenTags: has_broken_tags });
      setSame({ url, songs: same_songs.filter(({ id }) => id !== song?.id) });
      for (const name of ["title", "artist", "lyrics"] as const) {
        if (!getValues(name) && tags[name]) setValue(name, tags[name], { shouldDirty: true, shouldValidate: true });
      }
      if (!song) setValue("lines", tags.lines);
      if (cover_url) {
        uploads.add(cover_url);
        if (!getValues("thumbnail_url")) setValue("thumbnail_url", cover_url, { shouldDirty: true });
      }
      toast("File audio đã được tải lên thành công!");
    },
  });
  const drop = useFileDrop(upload.send);
  const busy = upload.active !== undefined;
  const isPlayable = isStorageAddress(previewUrl) || isPageAddress(previewUrl);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button beside the field does the same
    <div className={styles.mediaField} data-dropping={drop.isOver || undefined} {...drop.handlers}>
      <div className={styles.row}>
        <FieldFrame
          name="audio_url"
          label="Âm thanh"
          hint={
            upload.completed && field.value === file.url
              ? uploadNumbers(upload.completed.progress)
              : "MP3, WAV, OGG, OPUS, M4A, AAC hoặc FLAC, tối đa 100 MB. Có thể thả file vào đây."
          }
          error={upload.error}
          required
        >
          {(control) => (
            <input
              className="input"
              placeholder="URL âm thanh, hoặc tải file lên"
              autoComplete="off"
              {...control}
              {...field}
              onBlur={() => {
                field.onBlur();
                setPreviewUrl(field.value.trim());
              }}
            />
          )}
        </FieldFrame>
        <FileButton label="Tải file lên" accept="audio/*" onFiles={([selected]) => selected && upload.send(selected)} />
      </div>
      <div className={styles.stage}>
        {upload.active && <UploadProgress {...upload.active} onCancel={upload.cancel} />}
        {isPlayable && !busy && (
          <AudioPlayer
            key={previewUrl}
            src={previewUrl === song?.audio_url ? (song.stream_url ?? null) : servedAddress(previewUrl)}
            identity={previewUrl}
            storedUrl={previewUrl}
            title={getValues("title") || "bản nghe thử"}
            duration={previewUrl === file.url ? file.duration : null}
          />
        )}
        {!busy && file.hasBrokenTags && file.url === field.value && (
          <Banner kind="warning">Không đọc được thẻ thông tin của file, nên tên bài lấy từ tên file.</Banner>
        )}
        {!busy && same && same.songs.length > 0 && same.url === field.value && (
          <Banner kind="warning">
            <SameSongs songs={same.songs} />
          </Banner>
        )}
        {!isPlayable && !busy && <p className={styles.empty}>Bản nghe thử hiện ở đây khi có âm thanh.</p>}
      </div>
    </div>
  );
}
