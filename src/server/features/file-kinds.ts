/** The kinds of stored files: what is accepted, where it lies, and who may read it before something claims it. */
import type { FileFolder } from "#contract/file-address.ts";
import { fileRules } from "#contract/media.ts";
import { receiptFileRules } from "#contract/rules.ts";

/**
 * The readers of a file, from the least to the most restricted: everyone; holders of a signed link; staff and administrators;
 * administrators. The last two show a token of that role, or a signed link that was issued for it.
 */
export const visibilities = ["public", "signed", "staff", "admin"] as const;
export type Visibility = (typeof visibilities)[number];

/** The owner whose claims keep files and open them to administrators alone; while others claim a file, they alone decide. */
export const restingOwner = "bin";

interface Kind {
  folder: FileFolder;
  /** The accepted content; a recording is audio or video, a photo an image that is stored without the data of its camera and place. */
  content: "audio" | "image" | "photo" | "recording";
  maxBytes: number;
  /** Message for a file of more bytes. */
  tooLarge: string;
  /** Message for other content. */
  wrongType: string;
  /** Until something claims it. Names are random, so that a form may show what it has just uploaded. */
  unclaimed: Visibility;
}

export const storedKinds = {
  audio: { ...fileRules.audio, folder: "audio", content: "audio", unclaimed: "public" },
  /** Covers, pictures of categories and contacts, QR codes: one upload serves them all. */
  image: { ...fileRules.image, folder: "images", content: "image", unclaimed: "public" },
  /** The loudest seconds of a Premium song, which the server cuts for everybody. */
  sample: { ...fileRules.audio, folder: "samples", content: "audio", unclaimed: "admin" },
  /** The recording that a customer sends with a song request. */
  reference: { ...fileRules.recording, folder: "references", content: "recording", unclaimed: "staff" },
  /** The finished song of a request. */
  finished_song: { ...fileRules.audio, folder: "finished", content: "audio", unclaimed: "staff" },
  /** The picture of a bank's confirmation that a customer sends. */
  receipt: { ...receiptFileRules, folder: "receipts", content: "photo", unclaimed: "admin" },
  /** A picture in the talk about a request, or the cover of its song. */
  attachment: { ...fileRules.image, folder: "attachments", content: "photo", unclaimed: "staff" },
} as const satisfies Record<string, Kind>;

export type StoredKind = keyof typeof storedKinds;

/** Returns the kind of files in a folder. */
export function kindOfFolder(folder: string): StoredKind | undefined {
  return (Object.keys(storedKinds) as StoredKind[]).find((kind) => storedKinds[kind].folder === folder);
}
