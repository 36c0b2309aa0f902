import { X } from "lucide";
import { type ReactNode, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { maxImageBytes } from "#contract/media.ts";
import { Icon } from "../../ui/icon.tsx";
import { FileButton } from "../controls/file-button.tsx";
import { UploadProgress } from "../controls/upload-progress.tsx";
import { FieldFrame } from "./fields.tsx";
import { useFormUploads } from "./form-uploads.tsx";
import styles from "./image-field.module.css";
import { useUpload } from "./use-upload.ts";

interface ImageFieldProps {
  name: string;
  label: string;
  hint?: string;
  preview?: ReactNode;
  /** Refuses to save the form during an upload. */
  busyMessage?: string;
  /** Returns the error message of a file that must not be sent. */
  validate?: (file: File) => string | undefined | Promise<string | undefined>;
}

export const acceptedTypes = ["image/jpeg", "image/png", "image/webp"];

export function ImageField(props: ImageFieldProps) {
  const { name, label, hint, preview, validate = validateImage } = props;
  const { busyMessage = "Vui lòng chờ ảnh được tải lên hoàn tất" } = props;
  const { register, setValue } = useFormContext();
  const uploads = useFormUploads();
  const input = useRef<HTMLInputElement>(null);
  const url = useWatch({ name }) as string;
  const field = register(name);
  const setUrl = (value: string) =>
    setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  const upload = useUpload({
    endpoint: "POST /api/upload/file",
    field: "file",
    validate,
    fallback: "Không thể tải ảnh lên",
    unreachable: "Lỗi kết nối",
    onBusy: (isBusy) => uploads.setBusy(name, isBusy ? busyMessage : undefined),
    onSuccess(reply) {
      uploads.add(reply.url);
      setUrl(reply.url);
    },
  });

  function clear() {
    setUrl("");
    input.current?.focus();
  }

  return (
    <FieldFrame name={name} label={label} hint={hint} error={upload.error}>
      {(control) => (
        <div className={preview ? `${styles.imageField} ${styles.beside}` : styles.imageField}>
          {preview && <div className={styles.preview}>{preview}</div>}
          <input
            className="input"
            inputMode="url"
            autoComplete="off"
            placeholder="https://…"
            {...control}
            {...field}
            ref={(element) => {
              field.ref(element);
              input.current = element;
            }}
          />
          <div className={styles.acts}>
            <FileButton
              label="Tải ảnh lên"
              accept={acceptedTypes.join(",")}
              className="btn btn--line btn--sm"
              onFiles={([file]) => file && upload.send(file)}
            />
            {upload.active && <UploadProgress {...upload.active} onCancel={upload.cancel} />}
            {url && !upload.active && (
              <button type="button" className="btn btn--sm" onClick={clear}>
                <Icon icon={X} />
                Bỏ ảnh
              </button>
            )}
          </div>
        </div>
      )}
    </FieldFrame>
  );
}

/** Returns the error message of a file that must not be sent; the server checks its content. */
export function validateImage({ type, size }: File): string | undefined {
  if (!acceptedTypes.includes(type)) return "Chỉ hỗ trợ ảnh JPG, PNG hoặc WebP";
  return size > maxImageBytes ? "Ảnh không được vượt quá 5 MB" : undefined;
}
