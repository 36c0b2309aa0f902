import { PartyPopper } from "lucide";
import { useState } from "react";
import { useLocation } from "react-router";
import { useHydrated } from "../lib/use-hydrated.ts";
import { ListenLink } from "./listen-link.tsx";
import { NoticeBar } from "./notice-bar.tsx";
import { brand } from "./routes.ts";
import { isWelcome } from "./sign-in/return-path.ts";
import { songPath, storedWantedSong } from "./wanted-song.ts";

/** Welcomes a new user on the page after registration, with the way to the song that led to it. */
export function WelcomeNotice() {
  const isHydrated = useHydrated();
  const { state, key } = useLocation();
  return isHydrated && isWelcome(state) && <Notice key={key} />;
}

function Notice() {
  const { pathname } = useLocation();
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  const song = storedWantedSong();
  return (
    <NoticeBar
      icon={PartyPopper}
      tone="info"
      role="status"
      text={`Chào mừng bạn đến với ${brand}.`}
      action={song && songPath(song) !== pathname && <ListenLink song={song} className="btn--sm" />}
      closeLabel="Ẩn lời chào"
      onClose={() => setClosed(true)}
    />
  );
}
