/** The files that songs and categories claim. */
import { fileKeyOf, isStorageAddress } from "#contract/file-address.ts";
import { type Claim, type ClaimSource, claimOf, pictureClaim } from "#server/features/files/files.service.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { type CategoryRow, categoryRepository } from "./categories.repository.ts";
import { type SongRow, songRepository } from "./songs.repository.ts";

type SongFiles = Pick<SongRow, "title" | "audio_url" | "is_premium" | "is_active"> & {
  thumbnail_url?: string | null | undefined;
  sample?: string | null | undefined;
};

/**
 * Returns the claims of a song. Its audio needs a signed link when it is Premium; a hidden song opens it to nobody, but does not close it
 * for others that share the file. The sample of a Premium song is open as long as the song is shown.
 * @param stored the song before a change.
 * @throws as `claimOf`.
 */
export function songClaims(song: SongFiles, stored?: Pick<SongFiles, "audio_url" | "thumbnail_url">): Claim[] {
  const { audio_url, thumbnail_url, title, is_premium, is_active, sample } = song;
  const visibility = is_premium ? "signed" : is_active ? "public" : null;
  const message = isStorageAddress(audio_url)
    ? "Không tìm thấy file âm thanh này trong kho lưu trữ"
    : "Không tìm thấy file âm thanh này, vui lòng tải lên lại";
  return [
    ...claimOf(
      audio_url,
      stored?.audio_url,
      { kind: "audio", visibility, name: title },
      { field: "audio_url", message },
    ),
    ...pictureClaim("thumbnail_url", thumbnail_url, stored?.thumbnail_url),
    ...(is_premium && sample ? sampleClaim(sample, is_active) : []),
  ];
}

function sampleClaim(sample: string, isActive: boolean): Claim[] {
  const key = fileKeyOf(sample);
  return key === undefined ? [] : [{ key, kind: "sample", visibility: isActive ? "public" : null }];
}

/** Returns the claims of a category. @param stored the category before a change. @throws as `claimOf`. */
export function categoryClaims(
  { icon_url }: Pick<CategoryRow, "icon_url">,
  stored?: Pick<CategoryRow, "icon_url">,
): Claim[] {
  return pictureClaim("icon_url", icon_url, stored?.icon_url);
}

/** Returns the owners whose files an earlier version named by address only. */
export function catalogueClaimSources(dialect: Dialect): ClaimSource[] {
  return [
    {
      owner: "song",
      async page(db, after, limit) {
        const songs = await songRepository(db, dialect).filesAfter(after, limit);
        return songs.map((song) => ({ id: song.id, claims: songClaims(song, song) }));
      },
    },
    {
      owner: "category",
      async page(db, after, limit) {
        const categories = await categoryRepository(db).filesAfter(after, limit);
        return categories.map((category) => ({ id: category.id, claims: categoryClaims(category, category) }));
      },
    },
  ];
}
