import { Gift } from "lucide";
import { type FormEvent, type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { premiumCover } from "#contract/gift-rules.ts";
import type { OpenGift, PremiumContent, SongGift } from "#contract/gifts.ts";
import { call } from "../../../lib/api.ts";
import { useEarlySubmit } from "../../../lib/early-submit.ts";
import { premiumTitle } from "../../../lib/package-text.ts";
import { AudioPlayer } from "../../../player/audio-player.tsx";
import { usePlayer, usePlayerStore } from "../../../player/player.ts";
import { type AudioFileProps, trackOf } from "../../../player/track-button.tsx";
import { Cover } from "../../../ui/cover.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { MovingLyrics } from "../../karaoke/moving-lyrics.tsx";
import { intentOf } from "../../sign-in/return-path.ts";
import { isOwnGift } from "../giving/stored-gift.ts";
import { headingOf, isQuiet } from "./closed.tsx";
import styles from "./page.module.css";
import { Parcel } from "./parcel.tsx";
import { Replies } from "./replies.tsx";
import { TakeGift } from "./take-gift.tsx";

type Phase = "wrapped" | "opening" | "open";

const unnamed = "Bài hát dành cho bạn";

interface OpenedGiftProps {
  gift: OpenGift;
  secret: string;
}

/**
 * A gift that may be opened: a box until it is pressed, then what it holds. Where motion is unwanted, scripts are off or the occasion is
 * quiet, there is no box.
 */
export function OpenedGift({ gift, secret }: OpenedGiftProps) {
  const player = usePlayerStore();
  const { content } = gift;
  const { state } = useLocation();
  const hasNoBox = isQuiet(gift);
  // A visitor who comes back from the login has seen the contents.
  const [phase, setPhase] = useState<Phase>(hasNoBox || intentOf(state) === "take" ? "open" : "wrapped");
  const heading = useRef<HTMLHeadingElement>(null);
  const tellOpened = useCallback(() => {
    if (!isOwnGift(secret)) call("POST /api/gifts/{secret}/opening", { params: { secret } }).catch(() => undefined);
  }, [secret]);
  useEffect(() => {
    if (hasNoBox || window.matchMedia("(prefers-reduced-motion: reduce)").matches) tellOpened();
  }, [hasNoBox, tellOpened]);
  useEffect(() => {
    // The pressed button is gone.
    if (phase === "opening") heading.current?.focus({ preventScroll: true });
  }, [phase]);

  function open() {
    setPhase("opening");
    if (content.kind === "song") player.toggle(trackOf(audioOf(content, secret)));
    tellOpened();
  }
  const stage = { gift, heading, phase, onOpen: open, onOpened: () => setPhase("open") };
  return (
    <article className={styles.gift} data-phase={phase}>
      {content.kind === "song" ? (
        <Stage
          {...stage}
          cover={content.cover_id}
          picture={content.cover_url}
          title={content.title ?? unnamed}
          lead={content.dedication}
        >
          <AudioPlayer
            compact
            downloadable={false}
            {...audioOf(content, secret)}
            wave={{ id: content.cover_id, levels: content.waveform }}
          />
        </Stage>
      ) : (
        <Stage {...stage} cover={premiumCover} title={premiumTitle(content)} lead={premiumLead(content)}>
          {phase !== "wrapped" && <TakeGift content={content} secret={secret} />}
        </Stage>
      )}
      <div className={styles.rest}>
        {gift.message !== null && (
          <blockquote className={styles.letter}>
            <p>{gift.message}</p>
            {gift.giver_name !== null && <footer>{gift.giver_name}</footer>}
          </blockquote>
        )}
        {content.kind === "song" && content.lyrics !== null && (
          <section aria-labelledby="gift-lyrics">
            <h2 id="gift-lyrics">Lời bài hát</h2>
            <MovingLyrics track={trackOf(audioOf(content, secret))} read={async () => content.lines}>
              <p className={styles.lyrics}>{content.lyrics}</p>
            </MovingLyrics>
          </section>
        )}
        <Replies secret={secret} giver={gift.giver_name} title={headingOf(gift)} isQuiet={hasNoBox} />
      </div>
    </article>
  );
}

const premiumLead = ({ is_taken }: PremiumContent) =>
  is_taken ? "Món quà này đã được nhận." : "Nghe trọn mọi bài hát trên Ngân Nga, tải về máy được.";

/** Opens the box. A press before the scripts have come is followed as soon as they have. */
function OpenButton({ onOpen }: { onOpen: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  useEarlySubmit(form);
  const open = (event: FormEvent) => {
    event.preventDefault();
    onOpen();
  };
  return (
    <form ref={form} className={styles.opener} method="dialog" data-scripted onSubmit={open}>
      <button type="submit" className="btn btn--primary btn--lg">
        <Icon icon={Gift} />
        Mở quà
      </button>
    </form>
  );
}

/** The file of a song as the player knows it. */
function audioOf({ title, stream_url, duration }: SongGift, secret: string): AudioFileProps {
  return { src: stream_url, identity: `gift-${secret}`, title: title ?? unnamed, duration };
}

interface StageProps {
  gift: OpenGift;
  heading: RefObject<HTMLHeadingElement | null>;
  phase: Phase;
  onOpen(): void;
  onOpened(): void;
  /** The number that the cover is drawn of. */
  cover: number;
  /** In place of a drawn cover. */
  picture?: string | null;
  title: string;
  /** Below the title. */
  lead: string | null;
  /** The actions, below the words. */
  children?: ReactNode;
}

/** The contents of a gift as they are seen first, with the box over them until it is opened. */
function Stage({ gift, heading, phase, onOpen, onOpened, cover, picture = null, title, lead, children }: StageProps) {
  const isPlaying = usePlayer((state) => state.playing);
  const { recipient_name, giver_name } = gift;
  return (
    <div className={isPlaying ? `${styles.stage} is-playing` : styles.stage}>
      <div className={styles.box}>
        <Cover id={cover} title={title} image={picture} sizes="25rem" priority />
      </div>
      {phase !== "open" && (
        <div className={styles.wrapping}>
          <Parcel isOpening={phase === "opening"} onOpened={onOpened} />
        </div>
      )}
      <div className={styles.words}>
        <p className={styles.names}>{isQuiet(gift) ? quietNamesOf(gift) : namesOf(recipient_name, giver_name)}</p>
        <h1 tabIndex={-1} ref={heading}>
          {phase === "wrapped" && <span className={styles.outside}>{headingOf(gift)}</span>}
          <span className={styles.inside}>{title}</span>
        </h1>
        {lead !== null && <p className={styles.dedication}>{lead}</p>}
        {phase === "wrapped" && giver_name !== null && <p className={styles.from}>Từ {giver_name}</p>}
        {phase === "wrapped" && <OpenButton onOpen={onOpen} />}
      </div>
      <div className={styles.player}>{children}</div>
    </div>
  );
}

function namesOf(recipient: string | null, giver: string | null): string {
  if (recipient !== null && giver !== null) return `${giver} tặng ${recipient}`;
  if (recipient !== null) return `Dành tặng ${recipient}`;
  return giver !== null ? `Quà của ${giver}` : "Một món quà dành cho bạn";
}

function quietNamesOf({ recipient_name: recipient, giver_name: giver }: OpenGift): string {
  if (recipient !== null && giver !== null) return `${giver} gửi ${recipient}`;
  if (recipient !== null) return `Dành cho ${recipient}`;
  return giver !== null ? `Từ ${giver}` : "Một bài hát dành cho bạn";
}
