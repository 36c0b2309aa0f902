/** Songs and genres, what listeners do with them, and the files and pictures that they are made of. */
import { createAudioCheck } from "#server/features/catalogue/audio-check.service.ts";
import { createAudioWork, songSamples, songWaveforms } from "#server/features/catalogue/audio-work.service.ts";
import { categoryRoutes } from "#server/features/catalogue/categories.routes.ts";
import { createCategories } from "#server/features/catalogue/categories.service.ts";
import { listeningRoutes } from "#server/features/catalogue/listening.routes.ts";
import { createListening } from "#server/features/catalogue/listening.service.ts";
import { ownSongRoutes } from "#server/features/catalogue/own-songs.routes.ts";
import { createOwnSongs } from "#server/features/catalogue/own-songs.service.ts";
import { createReleases } from "#server/features/catalogue/releases.service.ts";
import { createSongBulk } from "#server/features/catalogue/song-bulk.ts";
import { createSongEditing } from "#server/features/catalogue/song-editing.service.ts";
import { songLineRoutes } from "#server/features/catalogue/song-lines.routes.ts";
import { createSongLines } from "#server/features/catalogue/song-lines.service.ts";
import { createSongPresenter } from "#server/features/catalogue/song-presenter.ts";
import { createSongReading } from "#server/features/catalogue/song-reading.service.ts";
import { createSongWrites } from "#server/features/catalogue/song-writes.ts";
import { songRoutes } from "#server/features/catalogue/songs.routes.ts";
import { fileRoutes, uploadRoutes } from "#server/features/files/files.routes.ts";
import { createUploads } from "#server/features/files/uploads.service.ts";
import { learningRoutes } from "#server/features/learning/learning.routes.ts";
import { createLearning } from "#server/features/learning/learning.service.ts";
import { notebookRoutes } from "#server/features/notebook/notebook.routes.ts";
import { createNotebook, moveClips } from "#server/features/notebook/notebook.service.ts";
import { createCardArtist } from "#server/features/pictures/card-artist.ts";
import { createPictures } from "#server/features/pictures/pictures.service.ts";
import { playlistRoutes } from "#server/features/playlists/playlists.routes.ts";
import { createPlaylists } from "#server/features/playlists/playlists.service.ts";
import { queueRoutes } from "#server/features/queues/queues.routes.ts";
import { createQueues } from "#server/features/queues/queues.service.ts";
import { versionWaveforms } from "#server/features/requests/version-waveforms.ts";
import type { AccountsWing } from "./accounts.ts";
import type { FilesWing } from "./files.ts";
import type { Platform } from "./platform.ts";

export type CatalogueWing = ReturnType<typeof openCatalogue>;

/** Makes songs, genres and all that listeners do with them, with their routes. */
export function openCatalogue({
  platform,
  accounts: { accounts, router },
  files: { store, files, bin, binContents },
}: {
  platform: Platform;
  accounts: AccountsWing;
  files: FilesWing;
}) {
  const { caches, config, counts, database, http, log, security } = platform;
  const lines = createSongLines({ ...database, onPublished: moveClips });
  const categories = createCategories({ database, files, bin });
  categoryRoutes(router, categories, caches.catalogue);
  const writes = createSongWrites({ dialect: database.dialect, files, lines });
  const presenter = createSongPresenter({ database, files });
  const songs = createSongReading({ database, files, lines, presenter });
  const songEditing = createSongEditing({ database, files, bin, lines, presenter, writes });
  songRoutes(router, songs, songEditing, caches.catalogue);
  songLineRoutes(router, lines, caches.catalogue);

  const notebook = createNotebook({ database, lines, songs });
  notebookRoutes(router, notebook);
  const listening = createListening({ database, key: config.secrets.key, onPlay: () => counts.plays.add() });
  listeningRoutes(router, listening);
  const ownSongs = createOwnSongs({ database, presenter });
  ownSongRoutes(router, ownSongs);
  const learning = createLearning({ database });
  learningRoutes(router, learning);
  const queues = createQueues({ database, songs });
  queueRoutes(router, queues);
  const playlists = createPlaylists({ database, songs });
  playlistRoutes(router, playlists, caches.catalogue);

  uploadRoutes(router, createUploads({ database, store, files }), songEditing.sameSongs);
  fileRoutes(http, { files, store, security: security.data, authenticate: accounts.authenticate });
  const pictures = createPictures({ dataDir: config.dataDir, files, artist: createCardArtist(), log });
  http.addHook("onClose", pictures.stop);
  return {
    categories,
    songs,
    songEditing,
    songBulk: createSongBulk({
      database,
      files,
      bin,
      writes,
      restore: (tx, caller, id) => binContents.restoreIn(tx, caller, { entity: "song", id }),
    }),
    notebook,
    listening,
    ownSongs,
    learning,
    queues,
    playlists,
    pictures,
    waveforms: createAudioWork({
      sources: [songWaveforms(database, files.unreadable), versionWaveforms(database.db)],
      make: files.soundOf,
      log,
    }),
    samples: createAudioWork({ sources: [songSamples(database, files)], make: files.sampleOf, log }),
    audioCheck: createAudioCheck({ database, files, log }),
    releases: createReleases({ database, writes, log }),
  };
}
