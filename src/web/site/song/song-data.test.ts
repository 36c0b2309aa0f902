import { describe, expect, it } from "vitest";
import type { Song } from "#contract/catalogue.ts";
import { descriptionOf, publicAudioOf, recordingOf, songBreadcrumbs } from "./song-data.ts";

const site = "https://ngannga.example";
const song = {
  id: 7,
  title: "Mưa trên mái tôn",
  artist: null,
  description: "Tiếng mưa.",
  lyrics: "Mưa rơi",
  audio_url: "/uploads/audio/a.mp3",
  thumbnail_url: null,
  categories: [
    { id: 4, name: "Ẩn", is_active: false },
    { id: 5, name: "Dân ca", is_active: true },
    { id: 6, name: "Ru", is_active: true },
  ],
  is_active: true,
  is_premium: false,
  duration: 99.6,
  created_at: "2026-05-06T07:08:09.000Z",
} as Song;

describe("publicAudioOf", () => {
  it.each([
    ["/uploads/audio/a.mp3", `${site}/uploads/audio/a.mp3`, "audio/mpeg"],
    ["/uploads/audio/a.OPUS", `${site}/uploads/audio/a.OPUS`, "audio/ogg"],
    ["https://files.example/a.m4a?v=1", "https://files.example/a.m4a?v=1", "audio/mp4"],
    ["https://files.example/nhạc", "https://files.example/nh%E1%BA%A1c", undefined],
  ])("%s becomes %s", (audio_url, url, type) => {
    expect(publicAudioOf({ audio_url, is_premium: false }, site)).toEqual({ url, type });
  });

  it.each([null, "R2:songs/a.mp3", "data:audio/mpeg,x", "https://"])("returns undefined for %s", (audio_url) => {
    expect(publicAudioOf({ audio_url, is_premium: false }, site)).toBeUndefined();
  });

  it("returns undefined for a premium song with a signed link", () => {
    expect(publicAudioOf({ audio_url: "/uploads/audio/a.mp3?signature=x", is_premium: true }, site)).toBeUndefined();
  });
});

describe("descriptionOf", () => {
  const head = "Nghe “Mưa trên mái tôn” của Ngân Nga trên Ngân Nga. Nhạc do AI tạo.";

  it.each([
    ["no description", null, ""],
    ["blank description", " \n ", ""],
    ["short text in one line", " Tiếng mưa\n rơi. ", " Tiếng mưa rơi."],
    ["200 characters", "🎵".repeat(200), ` ${"🎵".repeat(200)}`],
    ["longer text, cut at the last space", `${"mưa ".repeat(49)}rơi rơi`, ` ${"mưa ".repeat(49)}rơi…`],
    ["word that ends at 200", `${"a".repeat(195)} mưa🎵 rơi`, ` ${"a".repeat(195)} mưa🎵…`],
    ["word that ends after 200", `${"a".repeat(195)} mưa🎵🎵 rơi`, ` ${"a".repeat(195)}…`],
    ["text without spaces, cut between characters", `四季 ${"🎵".repeat(300)}`, ` 四季 ${"🎵".repeat(197)}…`],
  ])("%s", (_, description, excerpt) => {
    expect(descriptionOf({ ...song, description })).toBe(head + excerpt);
  });
});

describe("schema.org data", () => {
  it("recordingOf describes the song and its AI source", () => {
    expect(recordingOf(song, site, "/share/songs/7.jpg")).toEqual({
      "@type": "MusicRecording",
      "@id": `${site}/songs/7`,
      url: `${site}/songs/7`,
      name: "Mưa trên mái tôn",
      description: "Tiếng mưa.",
      byArtist: { "@type": "MusicGroup", name: "Ngân Nga" },
      duration: "PT1M40S",
      genre: ["Dân ca", "Ru"],
      image: `${site}/share/songs/7.jpg`,
      datePublished: "2026-05-06T07:08:09.000Z",
      isAccessibleForFree: true,
      audio: {
        "@type": "AudioObject",
        contentUrl: `${site}/uploads/audio/a.mp3`,
        encodingFormat: "audio/mpeg",
        duration: "PT1M40S",
      },
      creditText: "Nhạc do AI tạo",
      digitalSourceType: "https://schema.org/TrainedAlgorithmicMediaDigitalSource",
      publisher: { "@type": "Organization", name: "Ngân Nga", url: `${site}/` },
    });
  });

  it("recordingOf omits unknown fields, and the audio of a premium song", () => {
    const premiumSong = { ...song, is_premium: true, duration: null, description: null, categories: [] };
    const recording = recordingOf(premiumSong, site, "/share/songs/7.jpg");
    expect(recording).toMatchObject({ isAccessibleForFree: false });
    for (const key of ["audio", "duration", "description", "genre"]) expect(recording).not.toHaveProperty(key);
    expect(JSON.stringify(recording)).not.toContain("Mưa rơi");
  });

  it("songBreadcrumbs contains the first active genre", () => {
    expect(songBreadcrumbs(song, site)).toEqual({
      "@type": "BreadcrumbList",
      itemListElement: [
        ["Trang chủ", "/"],
        ["Thư viện bài hát", "/songs"],
        ["Dân ca", "/songs?category=5"],
        ["Mưa trên mái tôn", "/songs/7"],
      ].map(([name, path], index) => ({
        "@type": "ListItem",
        position: index + 1,
        name,
        item: `${site}${path}`,
      })),
    });
    expect(songBreadcrumbs({ ...song, categories: [] }, site)).toMatchObject({ itemListElement: { length: 3 } });
  });
});
