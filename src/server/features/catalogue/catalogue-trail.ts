/** What the history says of songs and genres. */
import type { z } from "zod";
import type { CategoryChange, SongChange } from "#contract/catalogue.ts";
import type { FieldChange } from "#contract/history.ts";
import { fieldChanges, shownTime, type TrailFields } from "#server/features/audit/audit.service.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { type CategoryRow, categoryRepository } from "./categories.repository.ts";
import type { SongWithCategories } from "./songs.repository.ts";

const categoryTrail: TrailFields<CategoryRow, z.output<typeof CategoryChange>> = {
  name: "Tên",
  description: "Mô tả",
  icon_url: "Biểu tượng",
  category_type: {
    label: "Loại",
    show: (type) => (type === "educational" ? "Học tập" : "Giải trí"),
  },
  is_active: "Đang hiện",
  is_featured: "Nổi bật",
};

/** Returns what a change of a genre made of what. */
export function categoryChanges(before: CategoryRow, after: CategoryRow): FieldChange[] {
  return fieldChanges(categoryTrail, before, after);
}

const songTrail: TrailFields<SongWithCategories, z.output<typeof SongChange>> = {
  title: "Tên bài hát",
  artist: "Nghệ sĩ",
  description: "Mô tả",
  lyrics: "Lời bài hát",
  audio_url: "File âm thanh",
  thumbnail_url: "Ảnh bìa",
  is_active: "Đang hiện",
  is_featured: "Nổi bật",
  is_premium: "Premium",
  category_ids: null,
  release_at: { label: "Hẹn giờ phát hành", show: shownTime },
};

/** Returns what a change of a song made of what. */
export async function songChanges(
  db: Db,
  before: SongWithCategories,
  after: SongWithCategories,
): Promise<FieldChange[]> {
  const changes = fieldChanges(songTrail, before, after);
  if (before.category_ids.join() === after.category_ids.join()) return changes;
  const names = new Map((await categoryRepository(db).list("all")).map(({ id, name }) => [id, name]));
  const shown = ({ category_ids }: SongWithCategories) =>
    category_ids.map((id) => names.get(id) ?? `số ${id}`).join(", ") || null;
  return [...changes, { field: "Thể loại", from: shown(before), to: shown(after) }];
}
