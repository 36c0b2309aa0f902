import { type DragEvent, useRef, useState } from "react";

/** Takes the first file that is dropped on an element. `isOver` is true while a file is dragged over it. */
export function useFileDrop(onFile: (file: File) => void) {
  const depth = useRef(0);
  const [isOver, setIsOver] = useState(false);
  const enter = (change: number) => {
    depth.current = Math.max(0, depth.current + change);
    setIsOver(depth.current > 0);
  };
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");
  const handlers = {
    onDragEnter: (event: DragEvent) => void (hasFiles(event) && enter(1)),
    onDragLeave: (event: DragEvent) => void (hasFiles(event) && enter(-1)),
    onDragOver: (event: DragEvent) => void (hasFiles(event) && event.preventDefault()),
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth.current = 0;
      setIsOver(false);
      const [file] = event.dataTransfer.files;
      if (file) onFile(file);
    },
  };
  return { isOver, handlers };
}
