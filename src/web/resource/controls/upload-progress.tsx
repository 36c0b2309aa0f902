import { X } from "lucide";
import { fileSize } from "../../lib/file-size.ts";
import type { UploadProgress as Progress } from "../../lib/upload.ts";
import { Icon } from "../../ui/icon.tsx";

interface UploadProgressProps {
  name: string;
  progress: Progress;
  onCancel?: () => void;
}

export function UploadProgress({ name, progress: { loaded, total, percentage }, onCancel }: UploadProgressProps) {
  return (
    <div className="upload">
      <p className="upload__name">{name}</p>
      {onCancel && (
        <button type="button" className="ibtn ibtn--sm" aria-label={`Hủy tải lên: ${name}`} onClick={onCancel}>
          <Icon icon={X} />
        </button>
      )}
      <progress max={100} value={percentage} aria-label={`${onCancel ? "Đang" : "Đã"} tải lên: ${name}`} />
      <p className="upload__numbers num">
        {fileSize(loaded)} / {fileSize(total)}, {percentage}%
      </p>
    </div>
  );
}
