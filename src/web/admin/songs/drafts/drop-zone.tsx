import { Upload } from "lucide";
import { useEffect, useEffectEvent, useState } from "react";
import { Icon } from "../../../ui/icon.tsx";

interface DropZoneProps {
  enabled: boolean;
  onFiles: (files: File[]) => void;
}

/** Takes files that are dropped anywhere on the screen. While it is not enabled they are let fall, never opened. */
export function DropZone({ enabled, onFiles }: DropZoneProps) {
  const [over, setOver] = useState(false);
  const take = useEffectEvent((files: File[]) => {
    if (enabled && files.length > 0) onFiles(files);
  });
  useEffect(() => {
    let depth = 0;
    const withFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    const enter = (event: DragEvent) => {
      if (!withFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!withFiles(event)) return;
      depth -= 1;
      if (depth <= 0) setOver(false);
    };
    const move = (event: DragEvent) => {
      if (withFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!withFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      take([...(event.dataTransfer?.files ?? [])]);
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: move, drop } as const;
    for (const [name, listener] of Object.entries(listeners)) {
      window.addEventListener(name, listener as EventListener);
    }
    return () => {
      for (const [name, listener] of Object.entries(listeners)) {
        window.removeEventListener(name, listener as EventListener);
      }
    };
  }, []);
  if (!over || !enabled) return null;
  return (
    <div className="drop-zone" aria-hidden="true">
      <p>
        <Icon icon={Upload} />
        Thả file âm thanh vào đây, mỗi file thành một bài nháp
      </p>
    </div>
  );
}
