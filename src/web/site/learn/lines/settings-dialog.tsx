import { type ReactNode, useEffect, useId, useState } from "react";
import { Field } from "../../../ui/field.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { type Layer, layerNames } from "../../karaoke/layers.ts";
import styles from "./line-trainer.module.css";
import {
  type ChangeSettings,
  maxMargin,
  maxPauseSeconds,
  maxRepeats,
  type pausePlaces,
  type TrainerSettings,
} from "./settings.ts";
import { countRecordings, removeAllRecordings } from "./voice-store.ts";

const pauseNames: Readonly<Record<(typeof pausePlaces)[number], string>> = {
  none: "Không",
  before: "Trước mỗi câu",
  after: "Sau mỗi câu",
};

interface SettingsDialogProps {
  settings: TrainerSettings;
  /** The layers that the song has. */
  layers: readonly Layer[];
  onChange: ChangeSettings;
  /** Called after all recordings of the own voice were removed. */
  onVoiceRemoved: () => void;
  onClose: () => void;
}

/** How lines are heard; each change counts at once. */
export function SettingsDialog({ settings, layers, onChange, onVoiceRemoved, onClose }: SettingsDialogProps) {
  const { repeats, pause, pauseSeconds, isSlowFirst, leadIn, tail, hidden, isSpoken } = settings;
  const done = (
    <button type="button" className="btn btn--primary" onClick={onClose}>
      Xong
    </button>
  );
  return (
    <Modal open title="Cách luyện" width={34} onClose={onClose} foot={done}>
      <div className={styles.settings}>
        <Choice
          label="Số lần nghe mỗi câu"
          value={repeats ?? "endless"}
          onChange={(value) => onChange({ repeats: value === "endless" ? null : Number(value) })}
        >
          {Array.from({ length: maxRepeats }, (_, place) => (
            <option key={place} value={place + 1}>
              {place + 1} lần
            </option>
          ))}
          <option value="endless">Lặp mãi</option>
        </Choice>
        <Choice
          label="Tự dừng"
          value={pause}
          onChange={(value) => onChange({ pause: value as TrainerSettings["pause"] })}
        >
          {Object.entries(pauseNames).map(([place, name]) => (
            <option key={place} value={place}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice
          label="Dừng bao lâu"
          value={pauseSeconds ?? "key"}
          isDisabled={pause === "none"}
          onChange={(value) => onChange({ pauseSeconds: value === "key" ? null : Number(value) })}
        >
          <option value="key">Đến khi tôi bấm</option>
          {Array.from({ length: maxPauseSeconds + 1 }, (_, seconds) => (
            <option key={seconds} value={seconds}>
              {seconds} giây
            </option>
          ))}
        </Choice>
        <Check
          label="Nghe chậm rồi nghe thường"
          isOn={isSlowFirst}
          onChange={(isOn) => onChange({ isSlowFirst: isOn })}
        />
        <Margin label="Nghe trước câu (mili giây)" value={leadIn} onChange={(value) => onChange({ leadIn: value })} />
        <Margin label="Nghe sau câu (mili giây)" value={tail} onChange={(value) => onChange({ tail: value })} />
        <fieldset className={styles.hidden}>
          <legend>Ẩn sẵn, đến khi tôi mở từng câu</legend>
          {layers.map((layer) => (
            <Check
              key={layer}
              label={layerNames[layer]}
              isOn={hidden.includes(layer)}
              onChange={(isOn) =>
                onChange({ hidden: isOn ? [...hidden, layer] : hidden.filter((each) => each !== layer) })
              }
            />
          ))}
        </fieldset>
        <Check
          label="Trình đọc màn hình đọc từng câu"
          isOn={isSpoken}
          onChange={(isOn) => onChange({ isSpoken: isOn })}
        />
        <KeptVoice onRemoved={onVoiceRemoved} />
      </div>
    </Modal>
  );
}

/** How many recordings this device keeps, and the way to remove them. */
function KeptVoice({ onRemoved }: { onRemoved: () => void }) {
  const [count, setCount] = useState(0);
  const recount = () => countRecordings().then(setCount, () => undefined);
  useEffect(() => void recount(), []);
  async function remove() {
    await removeAllRecordings().catch(() => undefined);
    onRemoved();
    await recount();
  }
  if (count === 0) return null;
  return (
    <div className={styles.kept}>
      <p>Máy này đang giữ {count} bản thu giọng bạn.</p>
      <button type="button" className="btn btn--danger" onClick={() => void remove()}>
        Xóa mọi bản thu
      </button>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string | number;
  isDisabled?: boolean;
  onChange: (value: string) => void;
  children: ReactNode;
}

function Choice({ label, value, isDisabled = false, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="select"
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.value)}
      >
        {children}
      </select>
    </div>
  );
}

function Check({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}

/** Milliseconds around a line; what is no such number is not taken. */
function Margin({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  return (
    <div className="no-touch">
      <Field
        label={label}
        type="number"
        inputMode="numeric"
        min={0}
        max={maxMargin}
        step={50}
        defaultValue={value}
        onChange={({ target }) => {
          const given = target.valueAsNumber;
          if (Number.isInteger(given) && given >= 0 && given <= maxMargin) onChange(given);
        }}
      />
    </div>
  );
}
