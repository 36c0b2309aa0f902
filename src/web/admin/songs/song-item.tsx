import { Calendar, Crown, Headphones, Pencil, Sparkles, Trash2 } from "lucide";
import type { Song } from "#contract/catalogue.ts";
import { artistOf } from "../../lib/artist.ts";
import { shortDate } from "../../lib/dates.ts";
import { groupedNumber } from "../../lib/format.ts";
import { AudioPlayer } from "../../player/audio-player.tsx";
import { Cover } from "../../ui/cover.tsx";
import { Icon } from "../../ui/icon.tsx";

const maxCategories = 2;

interface SongItemProps {
  song: Song;
  selected: boolean;
  onSelect: (isSelected: boolean) => void;
  onEdit: () => void;
  onRemove: () => void;
}

export function SongItem({ song, selected, onSelect, onEdit, onRemove }: SongItemProps) {
  const more = song.categories.length - maxCategories;
  return (
    <li className={selected ? "item-card song-item is-selected" : "item-card song-item"}>
      <div className="song-item__top">
        <Cover id={song.id} title={song.title} image={song.thumbnail_url} sizes="3.75rem" />
        <div>
          <h2>{song.title}</h2>
          <p className="song-item__by">Tác giả: {artistOf(song)}</p>
        </div>
        <label className="song-item__select">
          <input type="checkbox" checked={selected} onChange={({ target }) => onSelect(target.checked)} />
          <span className="sr">Chọn: {song.title}</span>
        </label>
      </div>
      <div className="chips">
        {song.is_active ? (
          <span className="badge badge--success badge--dot">Hoạt động</span>
        ) : (
          <span className="badge badge--dot">Tạm ẩn</span>
        )}
        {song.is_premium && (
          <span className="badge badge--gold">
            <Icon icon={Crown} />
            Premium
          </span>
        )}
        {song.is_featured && (
          <span className="badge badge--accent">
            <Icon icon={Sparkles} />
            Nổi bật
          </span>
        )}
        {song.categories.slice(0, maxCategories).map(({ id, name }) => (
          <span key={id} className="badge">
            {name}
          </span>
        ))}
        {more > 0 && (
          <span className="badge num" title={song.categories.map(({ name }) => name).join(", ")}>
            +{more}
            <span className="sr"> thể loại khác</span>
          </span>
        )}
      </div>
      {song.description && <p className="clamp">{song.description}</p>}
      {song.lyrics && <p className="clamp song-item__lyrics">{song.lyrics}</p>}
      <div className="song-item__player">
        <AudioPlayer
          compact
          src={song.stream_url ?? null}
          identity={`${song.id} ${song.audio_url}`}
          storedUrl={song.audio_url ?? ""}
          title={song.title}
          duration={song.duration}
        />
      </div>
      <div className="item-card__foot num">
        <span title="Lượt nghe">
          <Icon icon={Headphones} />
          {groupedNumber(song.play_count)}
          <span className="sr"> lượt nghe</span>
        </span>
        <span title="Ngày tạo">
          <Icon icon={Calendar} />
          {shortDate(song.created_at)}
        </span>
        <span className="acts">
          <button type="button" className="ibtn" aria-label={`Sửa: ${song.title}`} onClick={onEdit}>
            <Icon icon={Pencil} />
          </button>
          <button type="button" className="ibtn" aria-label={`Xóa: ${song.title}`} onClick={onRemove}>
            <Icon icon={Trash2} />
          </button>
        </span>
      </div>
    </li>
  );
}
