import { AudioLines, FileMusic, X } from "lucide";
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { fileSize } from "../../lib/file-size.ts";
import { ErrorText } from "../../ui/error-text.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./file-field.module.css";
import { refusalOf } from "./reference-file.ts";

interface FileFieldProps {
  file: File | undefined;
  /** Name of a file that was chosen before the page was loaded again. */
  lostName: string | undefined;
  error: string | undefined;
  onChoose(file: File): void;
  onRefuse(error: string): void;
  onRemove(): void;
}

/** The reference file: dropped or picked. A file that must not be sent is refused, and the chosen one stays. */
export function FileField({ file, lostName, error, onChoose, onRefuse, onRemove }: FileFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const zone = useRef<HTMLLabelElement>(null);

  const choose = (files: File[]) => {
    const [chosen] = files;
    if (!chosen) return;
    const refusal = refusalOf(files);
    if (refusal === undefined) onChoose(chosen);
    else onRefuse(refusal);
  };
  const chooseEarly = useEffectEvent(() => choose([...(input.current?.files ?? [])]));
  // Picked before hydration.
  useEffect(() => chooseEarly(), []);
  const isOver = useDrops(zone, choose);

  const remove = () => {
    onRemove();
    input.current?.focus();
  };
  return (
    <div className="field">
      <span className="label" id={`${id}-label`}>
        File tham khảo
      </span>
      <label ref={zone} className={isOver ? `${styles.drop} ${styles.over}` : styles.drop}>
        <Icon icon={FileMusic} />
        <b id={`${id}-action`}>Kéo file vào đây hoặc bấm để chọn</b>
        <span className="hint" id={`${id}-hint`}>
          MP3, WAV, MP4, AVI, tối đa 50MB
        </span>
        <input
          ref={input}
          className="sr"
          type="file"
          name="reference_file"
          accept="audio/*,video/*"
          aria-labelledby={`${id}-label ${id}-action`}
          aria-describedby={error ? `${id}-error` : `${id}-hint`}
          aria-invalid={error !== undefined}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            // Without this, picking the same file again fires no change event.
            target.value = "";
            choose(files);
          }}
        />
      </label>
      {error && (
        <ErrorText id={`${id}-error`} isAnnounced>
          {error}
        </ErrorText>
      )}
      {file ? (
        <ChosenFile name={file.name} note={fileSize(file.size)} onRemove={remove} />
      ) : (
        lostName !== undefined && (
          <ChosenFile
            name={lostName}
            note="Trình duyệt không giữ được file này. Bạn chọn lại nếu vẫn muốn gửi kèm."
            onRemove={remove}
          />
        )
      )}
    </div>
  );
}

function ChosenFile({ name, note, onRemove }: { name: string; note: string; onRemove(): void }) {
  return (
    <div className={styles.file}>
      <Icon icon={AudioLines} />
      <p>
        <b>{name}</b>
        <span className="hint">{note}</span>
      </p>
      <button type="button" className="ibtn" aria-label={`Bỏ file ${name}`} onClick={onRemove}>
        <Icon icon={X} />
      </button>
    </div>
  );
}

/**
 * Calls back with files that are dropped on an element; discards others, since the browser would open them in place of the page. Returns
 * whether files are held over it.
 */
function useDrops(zone: RefObject<HTMLElement | null>, onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent(onFiles);
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") === true;
    const isInside = ({ target }: DragEvent) => target instanceof Node && zone.current?.contains(target) === true;
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(isInside(event));
    };
    const onLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (isInside(event)) drop([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener("dragover", onOver);
    window.addEventListener("dragleave", onLeave);
    window.addEventListener("drop", onDrop);
    return () => {
      window.removeEventListener("dragover", onOver);
      window.removeEventListener("dragleave", onLeave);
      window.removeEventListener("drop", onDrop);
    };
  }, [zone]);
  return isOver;
}
