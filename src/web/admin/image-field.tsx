/** A picture by its address: typed in, or that of a file sent from here. */
import { X } from "lucide";
import { type ReactNode, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { maxImageBytes } from "#contract/media.ts";
import { FieldFrame } from "../resource/fields.tsx";
import { FileButton } from "../resource/file-button.tsx";
import { UploadProgress } from "../resource/upload-progress.tsx";
import { useUpload } from "../resource/use-upload.ts";
import { Icon } from "../ui/icon.tsx";

interface ImageFieldProps {
  name: string;
  label: string;
  hint?: string;
  /** How it will look. */
  preview?: ReactNode;
  /** Told when a file starts and stops being sent; a form must not be saved meanwhile. */
  onBusy: (busy: boolean) => void;
  /** Told the address of a file that was sent. */
  onSent: (address: string) => void;
}

const accepted = ["image/jpeg", "image/png", "image/webp"];

export function ImageField({ name, label, hint, preview, onBusy, onSent }: ImageFieldProps) {
  const { register, setValue } = useFormContext();
  const input = useRef<HTMLInputElement>(null);
  const address = useWatch({ name }) as string;
  const field = register(name);
  const put = (value: string) => setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  const upload = useUpload({
    endpoint: "POST /api/upload/file",
    field: "file",
    validate: validateImage,
    fallback: "Không thể tải ảnh lên",
    unreachable: "Lỗi kết nối",
    onBusy,
    onSuccess({ url }) {
      onSent(url);
      put(url);
    },
  });

  function clear() {
    put("");
    input.current?.focus();
  }

  return (
    <div className="image-field">
      <FieldFrame name={name} label={label} hint={hint}>
        {(control) => (
          <div className="image-field">
            {preview}
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
            <div className="image-field__acts">
              <FileButton
                label="Tải ảnh lên"
                accept={accepted.join(",")}
                className="btn btn--line btn--sm"
                onFiles={([file]) => file && upload.send(file)}
              />
              {address && !upload.active && (
                <button type="button" className="btn btn--sm" onClick={clear}>
                  <Icon icon={X} />
                  Bỏ ảnh
                </button>
              )}
            </div>
          </div>
        )}
      </FieldFrame>
      {upload.active && <UploadProgress {...upload.active} onCancel={upload.cancel} />}
      {upload.error && (
        <p className="error" role="alert">
          {upload.error}
        </p>
      )}
    </div>
  );
}

/** What can be told before the file is sent; the server looks inside. */
function validateImage({ type, size }: File): string | undefined {
  if (!accepted.includes(type)) return "Chỉ hỗ trợ ảnh JPG, PNG hoặc WebP";
  return size > maxImageBytes ? "Ảnh không được vượt quá 5 MB" : undefined;
}
