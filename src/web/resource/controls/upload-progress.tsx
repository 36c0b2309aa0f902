import { X } from "lucide";
import { fileSize } from "../../lib/file-size.ts";
import type { UploadProgress as Progress } from "../../lib/upload.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./upload-progress.module.css";

interface UploadProgressProps {
  name: string;
  progress: Progress;
  onCancel: () => void;
}

export function UploadProgress({ name, progress, onCancel }: UploadProgressProps) {
  return (
    <div className={styles.upload}>
      <p className={styles.name}>{name}</p>
      <p className={`${styles.numbers} num`}>{uploadNumbers(progress)}</p>
      <button type="button" className="ibtn ibtn--sm" aria-label={`Hủy tải lên: ${name}`} onClick={onCancel}>
        <Icon icon={X} />
      </button>
      <progress max={100} value={progress.percentage} aria-label={`Đang tải lên: ${name}`} />
    </div>
  );
}

/** Formats how far an upload is: `512 KB / 4,1 MB, 12%`. */
export function uploadNumbers({ loaded, total, percentage }: Progress): string {
  return `${fileSize(loaded)} / ${fileSize(total)}, ${percentage}%`;
}
