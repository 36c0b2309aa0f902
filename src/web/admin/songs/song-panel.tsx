import { type Song, SongChange } from "#contract/catalogue.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { groupedNumber } from "../../lib/format.ts";
import { Banner } from "../../resource/controls/banner.tsx";
import { useChange } from "../../resource/data/queries.ts";
import { ResourceForm } from "../../resource/form/resource-form.tsx";
import { hasChanges } from "../../resource/form/use-resource-form.ts";
import { RecordHistory } from "../../resource/history/record-history.tsx";
import { Cover } from "../../ui/cover.tsx";
import { LinesSection } from "./lines/lines-section.tsx";
import { PublicPageButton } from "./public-page.tsx";
import { saveErrors, saveTimeout, songRefreshes } from "./refreshes.ts";
import { faultTexts, GenreBadges, SongStates } from "./song-badges.tsx";
import { SongFields, songValues } from "./song-fields.tsx";
import styles from "./song-panel.module.css";

/** All of a song beside its form, with one save. */
export function SongPanel({ song, onClose }: { song: Song; onClose: () => void }) {
  const { id, audio_fault } = song;
  const save = useChange("PUT /api/songs/{id}", {
    refreshes: songRefreshes,
    successMessage: "Cập nhật bài hát thành công!",
    timeout: saveTimeout,
    ...saveErrors,
  });
  return (
    <ResourceForm
      name={String(id)}
      title={`Bài hát: ${song.title}`}
      isPanel
      schema={SongChange}
      values={songValues(song)}
      version={song.version}
      valuesOf={(record) => songValues(record as Song)}
      submit={async ({ is_active }, changed) => {
        // A song that is shown has no set time, whatever the hidden field holds.
        const body = is_active && changed.release_at ? { ...changed, release_at: null } : changed;
        if (hasChanges(changed)) await save.mutateAsync({ params: { id }, body });
      }}
      onClose={onClose}
    >
      <div className={styles.song}>
        <Facts song={song} />
        {audio_fault && <Banner kind="danger">{faultTexts[audio_fault]}</Banner>}
        <div>
          <SongFields key={song.audio_url} song={song} />
        </div>
        <LinesSection key={id} song={song} />
        <RecordHistory entity="song" id={id} />
      </div>
    </ResourceForm>
  );
}

function Facts({ song }: { song: Song }) {
  const { id, title, thumbnail_url, play_count, likes_count, created_at } = song;
  return (
    <div className={styles.facts}>
      <Cover id={id} title={title} image={thumbnail_url} sizes="6rem" />
      <div className={styles.text}>
        <p className="chips">
          <SongStates song={song} />
          <GenreBadges song={song} />
        </p>
        <p className="muted">
          {groupedNumber(play_count)} lượt nghe · {groupedNumber(likes_count)} lượt thích · thêm lúc{" "}
          <time dateTime={created_at}>{shortDateTime(created_at)}</time>
        </p>
        <PublicPageButton song={song} />
      </div>
    </div>
  );
}
