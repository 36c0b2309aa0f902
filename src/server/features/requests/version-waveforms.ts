/** The finished songs of requests, as audio whose loudness is measured in the background. */
import { localAddress } from "#contract/file-address.ts";
import { type AudioSource, measuresOf } from "#server/features/catalogue/audio-work.service.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { requestsRepository } from "./requests.repository.ts";

export function versionWaveforms(db: Db): AudioSource {
  const requests = requestsRepository(db);
  return {
    async next(below) {
      const version = await requests.nextUnmeasured(below);
      return version && { id: version.id, audio_url: localAddress(version.file) };
    },
    // The file of a version never changes.
    save: ({ id }, sound) => requests.setWaveform(id, measuresOf(sound).waveform),
  };
}
