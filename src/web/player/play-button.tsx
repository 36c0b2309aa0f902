import { Lock, Pause, Play } from "lucide";
import { Icon } from "../ui/icon.tsx";

interface PlayButtonProps {
  title: string;
  state: "idle" | "playing" | "locked";
  large?: boolean;
  onPress: () => void;
}

export function PlayButton({ title, state, large = false, onPress }: PlayButtonProps) {
  const size = large ? " play--lg" : "";
  if (state === "locked") {
    return (
      <button
        type="button"
        className={`play play--lock${size}`}
        aria-haspopup="dialog"
        aria-label={`Bài Premium, mở khóa: ${title}`}
        onClick={onPress}
      >
        <Icon icon={Lock} />
      </button>
    );
  }
  const playing = state === "playing";
  return (
    <button
      type="button"
      className={`play${size}`}
      aria-label={`${playing ? "Tạm dừng" : "Phát"}: ${title}`}
      onClick={onPress}
    >
      {playing ? <Icon icon={Pause} className="i--fill" /> : <Icon icon={Play} className="i--fill i--play" />}
    </button>
  );
}
