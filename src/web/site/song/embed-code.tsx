import { ChevronDown, Code, Copy } from "lucide";
import { useId } from "react";
import type { Song } from "#contract/catalogue.ts";
import { embedFrame } from "#contract/embed.ts";
import { copyText } from "../../lib/copy-text.ts";
import { useOrigin } from "../../lib/root-data.ts";
import dropdownStyles from "../../ui/dropdown.module.css";
import { Icon } from "../../ui/icon.tsx";
import { useToast } from "../../ui/toast.tsx";
import styles from "./song.module.css";

export function EmbedCode({ song }: { song: Pick<Song, "id" | "title"> }) {
  const origin = useOrigin();
  const id = useId();
  const showToast = useToast();
  if (origin === undefined) return null;
  const code = embedFrame(origin, song);

  async function copy() {
    const copied = await copyText(code);
    showToast(copied ? "Đã sao chép mã nhúng" : "Chưa sao chép được. Bạn chọn đoạn mã rồi sao chép nhé.");
  }

  return (
    <details className={styles.embedCode}>
      <summary className={dropdownStyles.act} data-stays="">
        <Icon icon={Code} />
        Nhúng bài hát này
        <Icon icon={ChevronDown} />
      </summary>
      <label className="sr" htmlFor={id}>
        Mã nhúng
      </label>
      <textarea
        className="input"
        id={id}
        readOnly
        rows={4}
        spellCheck={false}
        value={code}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" className="btn btn--sm btn--line" onClick={() => void copy()}>
        <Icon icon={Copy} />
        Sao chép mã
      </button>
    </details>
  );
}
