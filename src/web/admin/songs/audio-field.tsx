/** A song's audio: an address, or a file sent now; heard before it is saved. */
import { useEffect, useEffectEvent, useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import type { Song } from "#contract/catalogue.ts";
import { isPageAddress } from "#contract/fields.ts";
import { maxAudioBytes } from "#contract/media.ts";
import { fileAddress, isAudioName } from "../../player/audio-file.ts";
import { AudioPlayer } from "../../player/audio-player.tsx";
import { FieldFrame } from "../../resource/fields.tsx";
import { FileButton } from "../../resource/file-button.tsx";
import { UploadProgress } from "../../resource/upload-progress.tsx";
import { useUpload } from "../../resource/use-upload.ts";
import { useToast } from "../../ui/toast.tsx";

interface AudioFieldProps {
  song: Song | undefined;
  /** The form knows that a file is on its way. */
  waiting: boolean;
  /** Told when a file begins and ends its way. */
  onBusy: (busy: boolean) => void;
  onSent: (address: string) => void;
}

/** The sentence why a file is not sent at all. */
export function validateAudio(file: File): string | undefined {
  if (!file.type.startsWith("audio/") && !isAudioName(file.name)) return "Vui lòng chọn file âm thanh hợp lệ";
  return file.size > maxAudioBytes ? "File âm thanh không được vượt quá 100 MB" : undefined;
}

export function AudioField({ song, waiting, onBusy, onSent }: AudioFieldProps) {
  const toast = useToast();
  const { getValues, setValue, trigger } = useFormContext();
  const { field, fieldState } = useController({ name: "audio_url" });
  const [heard, setHeard] = useState<string>(field.value);
  const [known, setKnown] = useState({ address: song?.audio_url, duration: song?.duration ?? null });

  const upload = useUpload({
    endpoint: "POST /api/admin/upload-audio",
    field: "audio_file",
    validate: validateAudio,
    fallback: "Lỗi khi tải lên file audio",
    onBusy,
    onSuccess({ file_url, object_key, duration, cover_url, tags }) {
      const address = file_url ?? `R2:${object_key}`;
      onSent(address);
      field.onChange(address);
      setHeard(address);
      setKnown({ address, duration });
      for (const name of ["title", "artist", "lyrics"] as const) {
        if (!getValues(name) && tags[name]) setValue(name, tags[name], { shouldDirty: true, shouldValidate: true });
      }
      if (cover_url) {
        onSent(cover_url);
        if (!getValues("thumbnail_url")) setValue("thumbnail_url", cover_url, { shouldDirty: true });
      }
      toast("File audio đã được tải lên thành công!");
    },
  });
  const busy = upload.active !== undefined;
  // What was said while the file was on its way may be true no longer.
  const checkAgain = useEffectEvent(() => {
    if (fieldState.error) void trigger("audio_url");
  });
  useEffect(() => {
    if (!waiting) checkAgain();
  }, [waiting]);

  const isAddress = heard.startsWith("R2:") || isPageAddress(heard);
  return (
    <div className="media-field">
      <div className="media-field__row">
        <FieldFrame
          name="audio_url"
          label="Âm thanh"
          hint="MP3, WAV, OGG, OPUS, M4A, AAC hoặc FLAC, tối đa 100 MB."
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
                setHeard(field.value.trim());
              }}
            />
          )}
        </FieldFrame>
        <FileButton label="Tải file lên" accept="audio/*" onFiles={([file]) => file && upload.send(file)} />
      </div>
      {upload.active && <UploadProgress {...upload.active} onCancel={upload.cancel} />}
      {upload.completed && field.value === known.address && <UploadProgress {...upload.completed} />}
      {upload.error && (
        <p className="error" role="alert">
          {upload.error}
        </p>
      )}
      {isAddress && !busy && (
        <AudioPlayer
          key={heard}
          src={heard === song?.audio_url ? (song.stream_url ?? null) : fileAddress(heard)}
          identity={heard}
          name={heard}
          title={getValues("title") || "bản nghe thử"}
          duration={heard === known.address ? known.duration : null}
        />
      )}
    </div>
  );
}
