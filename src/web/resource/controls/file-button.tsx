import { Upload } from "lucide";
import { useRef } from "react";
import { Icon } from "../../ui/icon.tsx";

interface FileButtonProps {
  label: string;
  accept: string;
  multiple?: boolean;
  className?: string;
  onFiles: (files: File[]) => void;
}

export function FileButton({ label, accept, multiple, className = "btn btn--line", onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={className} onClick={() => input.current?.click()}>
        <Icon icon={Upload} />
        <span className="btn__text">{label}</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        aria-label={label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Without this, picking the same file again fires no change event.
          target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
