import { PenLine } from "lucide";
import { useRef } from "react";
import { Icon } from "../../ui/icon.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { openingOf, promptOf } from "./choices.ts";
import type { Values } from "./fields.ts";
import styles from "./story.module.css";

interface StoryProps {
  values: Values;
  error: string | undefined;
  onText(text: string): void;
}

/** The story of the song, with a prompt for its occasion and a first sentence from what was chosen. */
export function Story({ values, error, onText }: StoryProps) {
  const opening = openingOf(values);
  const story = useRef<HTMLDivElement>(null);
  const begin = (text: string) => {
    onText(text);
    story.current?.querySelector("textarea")?.focus();
  };
  return (
    <div ref={story}>
      <TextArea
        name="request_content"
        label="Nội dung yêu cầu *"
        hint={promptOf(values.occasion)}
        rows={7}
        required
        value={values.request_content}
        error={error}
        onText={onText}
      />
      {opening !== undefined && values.request_content === "" && (
        <button type="button" className={`link ${styles.begin}`} onClick={() => begin(opening)}>
          <Icon icon={PenLine} />
          Bắt đầu bằng “{opening.slice(0, opening.indexOf("."))}…”
        </button>
      )}
    </div>
  );
}
