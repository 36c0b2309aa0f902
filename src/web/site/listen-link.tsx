import { Link } from "../ui/link.tsx";
import styles from "./listen-link.module.css";
import { songPath, type WantedSong } from "./wanted-song.ts";

/** The way back to the song that somebody wanted to hear. @param className of the button's size */
export function ListenLink({ song, className = "" }: { song: WantedSong; className?: string }) {
  return (
    <Link className={`btn btn--primary ${styles.listen} ${className}`} to={songPath(song)}>
      <span className="clamp">Nghe tiếp: {song.title}</span>
    </Link>
  );
}
