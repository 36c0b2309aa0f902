import { type FormEvent, useEffect, useEffectEvent, useState } from "react";
import type { NotebookSettings } from "#contract/notebook.ts";
import { maxNewWords } from "#contract/notebook-rules.ts";
import { call } from "../../../lib/api.ts";
import { valuesOf } from "../../../lib/form-values.ts";
import { areKeysOn, setKeysOn } from "../../../lib/keys.ts";
import { useAction } from "../../../lib/use-action.ts";
import { ErrorText } from "../../../ui/error-text.tsx";
import { Field } from "../../../ui/field.tsx";
import { useToast } from "../../../ui/toast.tsx";
import styles from "./review.module.css";

/** Keys of this device, and how many new words a day lets in. */
export function ReviewSettings({ onSaved }: { onSaved(): void }) {
  const [settings, setSettings] = useState<NotebookSettings>();
  const { isBusy, error, setError, run } = useAction("Chưa lưu được cài đặt. Bạn thử lại nhé.");
  const [areKeys, setKeys] = useState(areKeysOn);
  const showToast = useToast();

  const load = useEffectEvent(async () => {
    try {
      setSettings((await call("GET /api/user/notebook", { as: "user" })).data);
    } catch {
      setError("Chưa tải được cài đặt. Bạn mở lại sau nhé.");
    }
  });
  useEffect(() => void load(), []);

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { new_words_per_day: written = "" } = valuesOf(event.currentTarget);
    // As a number, an emptied field would be 0.
    if (written.trim() === "") return setError("Vui lòng nhập số từ mới, 0 nếu chưa muốn học từ mới");
    const new_words_per_day = Number(written);
    void run(async () => {
      setSettings((await call("PUT /api/user/notebook", { as: "user", body: { new_words_per_day } })).data);
      showToast("Đã lưu cài đặt");
      onSaved();
    });
  }

  return (
    <>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={areKeys}
          onChange={({ target: { checked } }) => {
            setKeysOn(checked);
            setKeys(checked);
          }}
        />
        Dùng phím tắt trên thiết bị này: 1 đến 4 để trả lời, phím cách để hiện nghĩa, R để nghe lại, Z để hoàn tác
      </label>
      {settings && (
        <form noValidate onSubmit={save}>
          <Field
            label="Số từ mới mỗi ngày"
            name="new_words_per_day"
            type="number"
            inputMode="numeric"
            min={0}
            max={maxNewWords}
            defaultValue={settings.new_words_per_day}
            {...(error !== undefined && { error })}
          />
          <button type="submit" className="btn btn--line" disabled={isBusy}>
            {isBusy ? "Đang lưu..." : "Lưu"}
          </button>
        </form>
      )}
      {!settings && error !== undefined && <ErrorText isAnnounced>{error}</ErrorText>}
    </>
  );
}
