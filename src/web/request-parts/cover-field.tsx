import { Brush } from "lucide";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { coverIdOf } from "#art/occasion.ts";
import { FileButton } from "../resource/controls/file-button.tsx";
import { FieldGroup } from "../resource/form/fields.tsx";
import { acceptedTypes, validateImage } from "../resource/form/image-field.tsx";
import { Cover } from "../ui/cover.tsx";
import { Icon } from "../ui/icon.tsx";
import styles from "./cover-field.module.css";

/** The cover of a song that is handed over: a picture that was chosen, that of the version before, or the drawn one. */
export type ChosenCover = File | "kept" | "drawn";

interface CoverFieldProps {
  occasion: string | null;
  /** The picture of the version before; null for one that is drawn. */
  earlier: string | null;
  cover: ChosenCover;
  onChange: (cover: ChosenCover) => void;
}

/** Shows the cover as the customer will see it, drawn anew while the title is typed. */
export function CoverField({ occasion, earlier, cover, onChange }: CoverFieldProps) {
  const title = String(useWatch({ name: "title" }) ?? "").trim() || null;
  const [error, setError] = useState<string>();
  const chosen = usePicture(cover instanceof File ? cover : undefined);
  const image = cover === "drawn" ? null : cover === "kept" ? earlier : (chosen ?? null);
  function choose(file: File) {
    const refusal = validateImage(file);
    setError(refusal);
    if (refusal === undefined) onChange(file);
  }
  return (
    <FieldGroup
      name="cover_file"
      label="Ảnh bìa"
      hint={cover === "drawn" ? "Vẽ từ tên bài và dịp tặng." : "Ảnh JPG, PNG hoặc WebP, tối đa 5 MB."}
    >
      <div className={styles.cover}>
        <Cover id={coverIdOf(occasion, title)} title={title ?? "Bài hát của bạn"} image={image} sizes="8rem" />
        <div className={styles.acts}>
          <FileButton
            label="Đổi ảnh bìa"
            accept={acceptedTypes.join(",")}
            className="btn btn--line btn--sm"
            onFiles={([file]) => file && choose(file)}
          />
          {cover !== "drawn" && (
            <button type="button" className="btn btn--sm" onClick={() => onChange("drawn")}>
              <Icon icon={Brush} />
              Dùng bìa vẽ
            </button>
          )}
          {error && (
            <p className="error" role="alert">
              {error}
            </p>
          )}
        </div>
      </div>
    </FieldGroup>
  );
}

/** Returns a chosen picture as a data address, since pages may show no other of a file that was not sent yet. */
function usePicture(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const reader = new FileReader();
    const left = new AbortController();
    const show = () => setUrl(reader.result as string);
    reader.addEventListener("load", show, { signal: left.signal });
    reader.readAsDataURL(file);
    return () => {
      left.abort();
      setUrl(undefined);
    };
  }, [file]);
  return url;
}
