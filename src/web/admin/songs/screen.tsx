import { Calendar, Headphones } from "lucide";
import { type LyricsHit, type Song, SongBody } from "#contract/catalogue.ts";
import { flagWords } from "#contract/flag-words.ts";
import { artistOf } from "../../lib/artist.ts";
import { shortDate } from "../../lib/dates.ts";
import { groupedNumber } from "../../lib/format.ts";
import { AudioPlayer } from "../../player/audio-player.tsx";
import { useStopOnLeave } from "../../player/player.ts";
import { TrackButton } from "../../player/track-button.tsx";
import { defineResource } from "../../resource/resource.ts";
import { ResourceScreen } from "../../resource/resource-screen.tsx";
import { flagOptions } from "../../resource/states.tsx";
import { Cover } from "../../ui/cover.tsx";
import { Icon } from "../../ui/icon.tsx";
import { excelOf } from "../excel.ts";
import { bulkActions } from "./bulk-actions.ts";
import { UploadTools } from "./drafts/upload-tools.tsx";
import { genreOptions } from "./genre-options.ts";
import { pageLinks } from "./public-page.tsx";
import { songRefreshes } from "./refreshes.ts";
import { saveSong } from "./save-song.ts";
import styles from "./screen.module.css";
import { GenreBadges, SongStates } from "./song-badges.tsx";
import { SongFields, songValues } from "./song-fields.tsx";
import { SongPanel } from "./song-panel.tsx";
import { SongSummary } from "./song-summary.tsx";

const playable = (song: Song) => ({
  src: song.stream_url ?? null,
  identity: `${song.id} ${song.audio_url}`,
  storedUrl: song.audio_url ?? "",
  title: song.title,
  duration: song.duration,
});

const songs = defineResource({
  title: "Bài hát",
  noun: "bài hát",
  nameOf: (song: Song) => song.title,
  list: {
    endpoint: "GET /api/songs",
    count: "GET /api/songs/count",
    isPaged: true,
    fallback: "Không thể tải danh sách bài hát",
    unreachable: "Lỗi khi tải danh sách bài hát",
  },
  search: { label: "Tìm bài hát", placeholder: "Tên bài, tác giả hoặc một câu hát" },
  filters: [
    { name: "category", param: "category_id", label: "Thể loại", all: "Tất cả thể loại", options: genreOptions },
    {
      name: "active",
      label: "Trạng thái",
      all: "Mọi trạng thái",
      options: flagOptions(flagWords.shown),
    },
    {
      name: "release",
      label: "Phát hành",
      all: "Mọi lịch phát hành",
      options: [{ value: "scheduled", label: "Hẹn giờ" }],
    },
    {
      name: "lacks",
      label: "Còn thiếu",
      all: "Đủ hay thiếu",
      options: [
        { value: "cover", label: "Không có ảnh bìa" },
        { value: "lyrics", label: "Không có lời" },
        { value: "audio", label: "Tệp nhạc không phát được" },
      ],
    },
  ],
  sizes: { choices: [10, 20, 50, 100], default: 10, label: (size) => `${size} bài mỗi trang` },
  columns: [
    {
      id: "play",
      label: "Nghe",
      only: "table",
      cell: (song) => <TrackButton {...playable(song)} />,
    },
    {
      id: "cover",
      label: "Bìa",
      card: "media",
      cell: ({ id, title, thumbnail_url }) => <Cover id={id} title={title} image={thumbnail_url} sizes="3.75rem" />,
    },
    {
      id: "title",
      label: "Tên bài hát",
      card: "title",
      cell: (song, { open }) => (
        <>
          <OpenButton song={song} onOpen={open} />
          {song.lyrics_hit && (
            <span className={`clamp ${styles.found}`}>
              <FoundLine hit={song.lyrics_hit} />
            </span>
          )}
        </>
      ),
      cardCell: (song, { open }) => <OpenButton song={song} onOpen={open} />,
    },
    {
      id: "artist",
      isKey: true,
      label: "Tác giả",
      card: "subtitle",
      cell: (song) => artistOf(song),
      cardCell: (song) => `Tác giả: ${artistOf(song)}`,
    },
    {
      id: "state",
      isKey: true,
      label: "Trạng thái",
      card: "badges",
      cell: (song) => (
        <span className="chips">
          <SongStates song={song} />
        </span>
      ),
      cardCell: (song) => <SongStates song={song} />,
    },
    {
      id: "categories",
      label: "Thể loại",
      card: "badges",
      cell: (song) => (
        <span className="chips">
          <GenreBadges song={song} shown={1} />
        </span>
      ),
      cardCell: (song) => <GenreBadges song={song} shown={2} />,
    },
    {
      id: "description",
      label: "Mô tả",
      card: "body",
      only: "cards",
      cell: ({ description }) => description && <p className="clamp">{description}</p>,
    },
    {
      id: "lyrics",
      label: "Lời",
      card: "body",
      only: "cards",
      skeleton: 4.5,
      cell: ({ lyrics, lyrics_hit }) =>
        lyrics && <p className={`clamp ${styles.lyrics}`}>{lyrics_hit ? <FoundLine hit={lyrics_hit} /> : lyrics}</p>,
    },
    {
      id: "player",
      label: "Nghe thử",
      card: "body",
      only: "cards",
      skeleton: 3.25,
      cell: (song) => (
        <div className={styles.player}>
          <AudioPlayer compact {...playable(song)} />
        </div>
      ),
    },
    {
      id: "play_count",
      label: "Lượt nghe",
      hasLabel: true,
      isWide: true,
      card: "foot",
      isNumber: true,
      cell: ({ play_count }) => groupedNumber(play_count),
      cardCell: ({ play_count }) => (
        <>
          <Icon icon={Headphones} />
          {groupedNumber(play_count)}
          <span className="sr"> lượt nghe</span>
        </>
      ),
    },
    {
      id: "created_at",
      label: "Ngày tạo",
      hasLabel: true,
      isWide: true,
      card: "foot",
      isNumber: true,
      cell: ({ created_at }) => shortDate(created_at),
      cardCell: ({ created_at }) => (
        <>
          <Icon icon={Calendar} />
          {shortDate(created_at)}
        </>
      ),
    },
  ],
  empty: { title: "Chưa có bài hát nào", text: "Thêm bài đầu tiên để khách có thứ để nghe." },
  Summary: SongSummary,
  Tools: UploadTools,
  form: {
    schema: SongBody,
    values: () => ({ ...songValues(undefined), allow_same_file: false, lines: null }),
    save: saveSong,
    fields: () => <SongFields song={undefined} />,
    width: 50,
    isForNew: true,
  },
  detail: {
    endpoint: "GET /api/songs/{id}",
    missing: "Không tìm thấy bài hát này",
    dialog: (song, _tools, onClose) => <SongPanel song={song} onClose={onClose} />,
  },
  actions: pageLinks,
  remove: {
    bin: "song",
    endpoint: "DELETE /api/songs/{id}",
    question: "Bạn có chắc chắn muốn xóa bài hát này?",
    success: "Xóa bài hát thành công!",
    fallback: "Không thể xóa bài hát này",
    unreachable: "Lỗi khi xóa bài hát",
  },
  bulk: bulkActions,
  download: excelOf("songs"),
  refreshes: songRefreshes,
  live: ["catalogue"],
});

export default function SongsScreen() {
  useStopOnLeave();
  return <ResourceScreen resource={songs} />;
}

/** The line of the lyrics with what was searched for. */
function FoundLine({ hit: { before, found, after, lang } }: { hit: LyricsHit }) {
  return (
    <span lang={lang ?? undefined}>
      {before}
      <mark>{found}</mark>
      {after}
    </span>
  );
}

function OpenButton({ song, onOpen }: { song: Song; onOpen: (song: Song) => void }) {
  return (
    <button type="button" className="row-open" title={song.title} onClick={() => onOpen(song)}>
      {song.title}
    </button>
  );
}
