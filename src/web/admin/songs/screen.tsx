import { Calendar, Clock, Crown, Headphones, Sparkles } from "lucide";
import { type Song, SongBody } from "#contract/catalogue.ts";
import { artistOf } from "../../lib/artist.ts";
import { clockAndDay, shortDate, shortDateTime } from "../../lib/dates.ts";
import { groupedNumber } from "../../lib/format.ts";
import { AudioPlayer } from "../../player/audio-player.tsx";
import { useStopOnLeave } from "../../player/player.ts";
import { TrackButton } from "../../player/track-button.tsx";
import { ActiveBadge, Badge } from "../../resource/controls/badge.tsx";
import { defineResource } from "../../resource/resource.ts";
import { ResourceScreen } from "../../resource/resource-screen.tsx";
import { useNow } from "../../resource/use-now.ts";
import { Cover } from "../../ui/cover.tsx";
import { Icon } from "../../ui/icon.tsx";
import { excelTools } from "../excel.tsx";
import { bulkActions } from "./bulk-actions.ts";
import { UploadTools } from "./drafts/upload-tools.tsx";
import { genreOptions } from "./genre-options.ts";
import { songRefreshes } from "./refreshes.ts";
import { saveSong } from "./save-song.ts";
import styles from "./screen.module.css";
import { SongFields } from "./song-fields.tsx";
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
  search: { label: "Tìm bài hát", placeholder: "Tên bài hát hoặc tác giả" },
  filters: [
    { name: "category", param: "category_id", label: "Thể loại", all: "Tất cả thể loại", options: genreOptions },
    {
      name: "active",
      label: "Trạng thái",
      all: "Mọi trạng thái",
      options: [
        { value: "true", label: "Hoạt động" },
        { value: "false", label: "Tạm ẩn" },
      ],
    },
    {
      name: "release",
      label: "Phát hành",
      all: "Mọi lịch phát hành",
      options: [{ value: "scheduled", label: "Hẹn giờ" }],
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
    { id: "title", label: "Tên bài hát", card: "title", cell: ({ title }) => title },
    {
      id: "artist",
      label: "Tác giả",
      card: "subtitle",
      cell: (song) => artistOf(song),
      cardCell: (song) => `Tác giả: ${artistOf(song)}`,
    },
    {
      id: "state",
      label: "Trạng thái",
      card: "badges",
      cell: (song) => (
        <span className="chips">
          <StateBadges song={song} />
        </span>
      ),
      cardCell: (song) => <StateBadges song={song} />,
    },
    {
      id: "categories",
      label: "Thể loại",
      card: "badges",
      cell: (song) => (
        <span className="chips">
          <CategoryBadges song={song} shown={1} />
        </span>
      ),
      cardCell: (song) => <CategoryBadges song={song} shown={2} />,
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
      cell: ({ lyrics }) => lyrics && <p className={`clamp ${styles.lyrics}`}>{lyrics}</p>,
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
    values: (song) => ({
      title: song?.title ?? "",
      artist: song?.artist ?? "",
      description: song?.description ?? "",
      lyrics: song?.lyrics ?? "",
      audio_url: song?.audio_url ?? "",
      thumbnail_url: song?.thumbnail_url ?? "",
      category_ids: song?.category_ids ?? [],
      is_active: song?.is_active ?? true,
      is_featured: song?.is_featured ?? false,
      is_premium: song?.is_premium ?? false,
      release_at: song?.release_at ?? "",
      allow_same_file: false,
    }),
    save: saveSong,
    fields: (song) => <SongFields song={song} />,
    width: 50,
  },
  remove: {
    bin: "song",
    endpoint: "DELETE /api/songs/{id}",
    question: "Bạn có chắc chắn muốn xóa bài hát này?",
    success: "Xóa bài hát thành công!",
    fallback: "Không thể xóa bài hát này",
    unreachable: "Lỗi khi xóa bài hát",
  },
  bulk: bulkActions,
  ListTools: excelTools("songs"),
  history: "song",
  refreshes: songRefreshes,
  live: ["catalogue"],
});

export default function SongsScreen() {
  useStopOnLeave();
  return <ResourceScreen resource={songs} />;
}

function StateBadges({ song: { is_active, is_premium, is_featured, release_at } }: { song: Song }) {
  return (
    <>
      {release_at ? <ReleaseBadge at={release_at} /> : <ActiveBadge isActive={is_active} />}
      {is_premium && (
        <Badge kind="gold" icon={Crown}>
          Premium
        </Badge>
      )}
      {is_featured && (
        <Badge kind="accent" icon={Sparkles}>
          Nổi bật
        </Badge>
      )}
    </>
  );
}

function ReleaseBadge({ at }: { at: string }) {
  const now = useNow();
  return (
    <Badge icon={Clock} title={`Đang tạm ẩn, tự hiện lúc ${shortDateTime(at)}`}>
      Sẽ phát hành {clockAndDay(at, now)}
    </Badge>
  );
}

function CategoryBadges({ song: { categories }, shown }: { song: Song; shown: number }) {
  const more = categories.length - shown;
  return (
    <>
      {categories.slice(0, shown).map(({ id, name }) => (
        <Badge key={id}>{name}</Badge>
      ))}
      {more > 0 && (
        <Badge title={categories.map(({ name }) => name).join(", ")}>
          +{more}
          <span className="sr"> thể loại khác</span>
        </Badge>
      )}
    </>
  );
}
