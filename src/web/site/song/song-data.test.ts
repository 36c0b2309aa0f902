import { describe, expect, it } from "vitest";
import type { Song } from "#contract/catalogue.ts";
import { descriptionOf, openAudioOf, recordingOf, wayTo } from "./song-data.ts";

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

describe("the sound others may play", () => {
  it.each([
    ["/uploads/audio/a.mp3", `${site}/uploads/audio/a.mp3`, "audio/mpeg"],
    ["/uploads/audio/a.OPUS", `${site}/uploads/audio/a.OPUS`, "audio/ogg"],
    ["https://files.example/a.m4a?v=1", "https://files.example/a.m4a?v=1", "audio/mp4"],
    ["https://files.example/nhạc", "https://files.example/nh%E1%BA%A1c", undefined],
  ])("%s is %s", (audio_url, url, type) => {
    expect(openAudioOf({ audio_url, is_premium: false }, site)).toEqual({ url, type });
  });

  it.each([null, "R2:songs/a.mp3", "data:audio/mpeg,x", "https://"])("%s is none", (audio_url) => {
    expect(openAudioOf({ audio_url, is_premium: false }, site)).toBeUndefined();
  });

  it("is never that of a Premium song, though its listener's page has a link", () => {
    expect(openAudioOf({ audio_url: "/uploads/audio/a.mp3?signature=x", is_premium: true }, site)).toBeUndefined();
  });
});

describe("a song in a few words", () => {
  const head = "Nghe “Mưa trên mái tôn” của Ngân Nga trên Ngân Nga. Nhạc do AI tạo.";

  it.each([
    ["no words", null, ""],
    ["blank words", " \n ", ""],
    ["few words, in one line", " Tiếng mưa\n rơi. ", " Tiếng mưa rơi."],
    ["200 characters", "🎵".repeat(200), ` ${"🎵".repeat(200)}`],
    ["more, up to the last space", `${"mưa ".repeat(49)}rơi rơi`, ` ${"mưa ".repeat(49)}rơi…`],
    ["a word that ends at 200", `${"a".repeat(195)} mưa🎵 rơi`, ` ${"a".repeat(195)} mưa🎵…`],
    ["a word that would end later", `${"a".repeat(195)} mưa🎵🎵 rơi`, ` ${"a".repeat(195)}…`],
    ["words without spaces, whole characters", `四季 ${"🎵".repeat(300)}`, ` 四季 ${"🎵".repeat(197)}…`],
  ])("%s", (_, description, shown) => {
    expect(descriptionOf({ ...song, description })).toBe(head + shown);
  });
});

describe("a song for search engines", () => {
  it("says what it is and that it is made by AI", () => {
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

  it("leaves out what is not known, and what is not for everyone", () => {
    const closed = { ...song, is_premium: true, duration: null, description: null, categories: [] };
    const recording = recordingOf(closed, site, "/share/songs/7.jpg");
    expect(recording).toMatchObject({ isAccessibleForFree: false });
    for (const key of ["audio", "duration", "description", "genre"]) expect(recording).not.toHaveProperty(key);
    expect(JSON.stringify(recording)).not.toContain("Mưa rơi");
  });

  it("lies below its first public genre", () => {
    expect(wayTo(song, site)).toEqual({
      "@type": "BreadcrumbList",
      itemListElement: [
        ["Trang chủ", "/"],
        ["Thư viện bài hát", "/songs"],
        ["Dân ca", "/songs?category=5"],
        ["Mưa trên mái tôn", "/songs/7"],
      ].map(([name, path], place) => ({
        "@type": "ListItem",
        position: place + 1,
        name,
        item: `${site}${path}`,
      })),
    });
    expect(wayTo({ ...song, categories: [] }, site)).toMatchObject({ itemListElement: { length: 3 } });
  });
});
