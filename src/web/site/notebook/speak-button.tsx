import { Volume2 } from "lucide";
import { Icon } from "../../ui/icon.tsx";
import { useSpeech } from "./use-speech.ts";

/** Speaks a word by a voice of the browser, where it has one for the language. */
export function SpeakButton({ text, language }: { text: string; language: string | null }) {
  const speak = useSpeech(language);
  if (!speak) return null;
  return (
    <button type="button" className="ibtn" aria-label="Đọc từ bằng giọng máy" onClick={() => speak(text)}>
      <Icon icon={Volume2} />
    </button>
  );
}
