import { useSyncExternalStore } from "react";

/** Returns a function that speaks a text in a language; undefined where the browser has no voice for it. */
export function useSpeech(language: string | null): ((text: string) => void) | undefined {
  const uri = useSyncExternalStore(
    subscribe,
    () => voiceOf(language)?.voiceURI,
    () => undefined,
  );
  if (uri === undefined || language === null) return undefined;
  return (text) => {
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = language;
    utterance.voice = voiceOf(language) ?? null;
    speechSynthesis.cancel();
    speechSynthesis.speak(utterance);
  };
}

/** Browsers load their voices after the page. */
function subscribe(listener: () => void): () => void {
  if (!("speechSynthesis" in window)) return () => undefined;
  speechSynthesis.addEventListener("voiceschanged", listener);
  return () => speechSynthesis.removeEventListener("voiceschanged", listener);
}

function voiceOf(language: string | null): SpeechSynthesisVoice | undefined {
  if (language === null || !("speechSynthesis" in window)) return undefined;
  const [wanted] = language.toLowerCase().split("-");
  return speechSynthesis.getVoices().find(({ lang }) => lang.toLowerCase().split(/[-_]/)[0] === wanted);
}
