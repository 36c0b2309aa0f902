import { Upload } from "lucide";
import { useEffect, useEffectEvent, useState } from "react";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./drop-zone.module.css";

interface DropZoneProps {
  enabled: boolean;
  onFiles: (files: File[]) => void;
}

/** Accepts files dropped anywhere on the page. While disabled, it discards them, since the browser would open them. */
export function DropZone({ enabled, onFiles }: DropZoneProps) {
  const [isDragging, setIsDragging] = useState(false);
  const handleFiles = useEffectEvent((files: File[]) => {
    if (enabled && !isDialogOpen() && files.length > 0) onFiles(files);
  });
  useEffect(() => {
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    const onEnter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth += 1;
      setIsDragging(true);
    };
    const onLeave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth -= 1;
      if (depth <= 0) setIsDragging(false);
    };
    const onOver = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setIsDragging(false);
      handleFiles([...(event.dataTransfer?.files ?? [])]);
    };
    const listeners = { dragenter: onEnter, dragleave: onLeave, dragover: onOver, drop: onDrop } as const;
    for (const [name, listener] of Object.entries(listeners)) {
      window.addEventListener(name, listener as EventListener);
    }
    return () => {
      for (const [name, listener] of Object.entries(listeners)) {
        window.removeEventListener(name, listener as EventListener);
      }
    };
  }, []);
  if (!isDragging || !enabled || isDialogOpen()) return null;
  return (
    <div className={styles.dropZone} aria-hidden="true">
      <p>
        <Icon icon={Upload} />
        Thả file âm thanh vào đây, mỗi file thành một bài nháp
      </p>
    </div>
  );
}

/** A file dropped on a dialog belongs to neither. */
function isDialogOpen(): boolean {
  return document.querySelector("[role=dialog], [role=alertdialog]") !== null;
}
