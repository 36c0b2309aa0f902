import { useKeys } from "../../../lib/keys.ts";
import styles from "./exercises.module.css";

interface ChoiceAnswerProps {
  label: string;
  language: string | null;
  /** None while the song goes on. */
  choices: readonly string[];
  /** Id of the text that says the keys. */
  keysId: string;
  onAnswer: (choice: string) => void;
  onRepeat: () => void;
}

/** The words to choose from; keys of their numbers choose them. */
export function ChoiceAnswer({ label, language, choices, keysId, onAnswer, onRepeat }: ChoiceAnswerProps) {
  const choose = (place: number) => (event: KeyboardEvent) => {
    const choice = choices[place];
    if (choice === undefined || event.repeat) return false;
    onAnswer(choice);
    return true;
  };
  useKeys({
    1: choose(0),
    2: choose(1),
    3: choose(2),
    4: choose(3),
    Backspace: (event) => {
      if (!event.repeat) onRepeat();
      return true;
    },
  });
  return (
    <div className={styles.choices} role="group" aria-label={label} aria-describedby={keysId}>
      {choices.map((choice, place) => (
        // The buttons stay while their words change, and with them the focus.
        // oxlint-disable-next-line react/no-array-index-key
        <button key={place} type="button" className={styles.choice} onClick={() => onAnswer(choice)}>
          <span className={`${styles.number} no-touch`} aria-hidden="true">
            {place + 1}
          </span>
          <span lang={language ?? undefined}>{choice}</span>
        </button>
      ))}
    </div>
  );
}
