import { Maximize2 } from "lucide";
import { useState } from "react";
import type { RequestMessage } from "#contract/request-messages.ts";
import { AudioPlayer } from "../player/audio-player.tsx";
import { Icon } from "../ui/icon.tsx";
import { CloseButton, Dialog } from "../ui/modal.tsx";
import styles from "./conversation.module.css";

interface MessageFileProps {
  /** Of the message. */
  id: number;
  file: NonNullable<RequestMessage["file"]>;
}

/** A picture that opens large, or a recording to play. */
export function MessageFile({ id, file }: MessageFileProps) {
  const { kind, name, url, duration } = file;
  if (kind === "picture") return <Picture name={name} url={url} />;
  return (
    <div className={styles.recording}>
      <p className={styles.fileName}>{name}</p>
      {kind === "video" ? (
        // biome-ignore lint/a11y/useMediaCaption: a stranger's recording has none
        <video className={styles.video} src={url} controls preload="metadata" aria-label={name} />
      ) : (
        <AudioPlayer compact src={url} identity={`message-${id}`} title={name} duration={duration} />
      )}
    </div>
  );
}

function Picture({ name, url }: { name: string; url: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        aria-label={`Xem ảnh lớn: ${name}`}
        onClick={() => setOpen(true)}
      >
        <img src={url} alt="" />
        <Icon icon={Maximize2} />
      </button>
      <Dialog open={isOpen} onClose={close} label={name} className={styles.large}>
        <img src={url} alt={name} />
        <CloseButton label="Đóng ảnh" onClose={close} />
      </Dialog>
    </>
  );
}
