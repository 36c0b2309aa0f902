/** A picture by its address: typed in, or that of a file sent from here. */
import { Upload, X } from "lucide-react";
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { maxImageBytes } from "#contract/media.ts";
import { upload } from "../lib/upload.ts";
import { FieldFrame } from "../resource/fields.tsx";
import { sentenceOf } from "../resource/queries.ts";

interface ImageFieldProps {
  name: string;
  label: string;
  hint?: string;
  /** How it will look. */
  preview?: ReactNode;
  /** Told when a file starts and stops being sent; a form must not be saved meanwhile. */
  onBusy: (busy: boolean) => void;
  /** Told the address of a file that was sent. */
  onSent?: (address: string) => void;
}

const accepted = ["image/jpeg", "image/png", "image/webp"];

export function ImageField({ name, label, hint, preview, onBusy, onSent }: ImageFieldProps) {
  const { register, setValue, setError, clearErrors, watch } = useFormContext();
  const [percent, setPercent] = useState<number>();
  const sending = useRef<AbortController>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const address = watch(name) as string;
  const field = register(name);
  useEffect(() => () => sending.current?.abort(), []);

  async function send({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    target.value = "";
    if (!file) return;
    const refused = refusalOf(file);
    if (refused) return setError(name, { message: refused });
    const turn = new AbortController();
    sending.current = turn;
    clearErrors(name);
    setPercent(0);
    onBusy(true);
    try {
      const body = new FormData();
      body.set("file", file);
      const { url } = await upload("POST /api/upload/file", body, {
        as: "admin",
        signal: turn.signal,
        onProgress: ({ percentage }) => setPercent(percentage),
        fallback: "Không thể tải ảnh lên",
        unreachable: "Lỗi kết nối",
      });
      onSent?.(url);
      setValue(name, url, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    } catch (error) {
      if (!turn.signal.aborted) setError(name, { message: sentenceOf(error, "Không thể tải ảnh lên") });
    } finally {
      setPercent(undefined);
      onBusy(false);
    }
  }

  function clear() {
    setValue(name, "", { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    input.current?.focus();
  }

  return (
    <FieldFrame name={name} label={label} hint={hint}>
      {(described) => (
        <div className="image-field">
          {preview}
          <input
            className="input"
            inputMode="url"
            autoComplete="off"
            placeholder="https://…"
            {...described}
            {...field}
            ref={(element) => {
              field.ref(element);
              input.current = element;
            }}
          />
          <div className="image-field__acts">
            <label className="btn btn--line btn--sm file-button" aria-busy={percent !== undefined}>
              <Upload className="i" aria-hidden="true" />
              {percent === undefined ? "Tải ảnh lên" : `Đang tải lên ${percent}%`}
              <input
                type="file"
                accept={accepted.join(",")}
                disabled={percent !== undefined}
                onChange={(event) => void send(event)}
              />
            </label>
            {address && percent === undefined && (
              <button type="button" className="btn btn--sm" onClick={clear}>
                <X className="i" aria-hidden="true" />
                Bỏ ảnh
              </button>
            )}
          </div>
        </div>
      )}
    </FieldFrame>
  );
}

/** What can be told before the file is sent; the server looks inside. */
function refusalOf({ type, size }: File): string | undefined {
  if (!accepted.includes(type)) return "Chỉ hỗ trợ ảnh JPG, PNG hoặc WebP";
  return size > maxImageBytes ? "Ảnh không được vượt quá 5 MB" : undefined;
}
