import { describe, expect, it } from "vitest";
import { downloadUrl, fileName, isAudioFile, isAudioName } from "./audio-file.ts";

describe("isAudioName", () => {
  it.each([
    "bài hát.mp3",
    "BAI.MP3",
    "a.wav",
    "a.ogg",
    "a.opus",
    "a.m4a",
    "a.aac",
    "a.flac",
    "/uploads/audio/0a.mp3?expires=1&signature=x.txt",
    "https://nhac.example.com/bai.flac#t=10",
    "R2:audio/0a.ogg",
  ])("accepts %s", (name) => expect(isAudioName(name)).toBe(true));

  it.each([
    "a.mp4",
    "a.pdf",
    "mp3",
    "a.mp3.zip",
    "https://mp3",
    "",
    "https://nhac.example.com/?file=a.mp3",
  ])("rejects %j", (name) => expect(isAudioName(name)).toBe(false));
});

describe("isAudioFile", () => {
  it.each([
    ["bai.mp3", "", true],
    ["ghi-am", "audio/amr", true],
    ["anh.png", "image/png", false],
  ])("of %s with the type %j is %s", (name, type, isAudio) => {
    expect(isAudioFile(new File([], name, { type }))).toBe(isAudio);
  });
});

describe("downloadUrl", () => {
  it("adds download=1 to uploads, keeps their signature, and leaves foreign URLs as they are", () => {
    const storedUrl = "R2:audio/0a.mp3";
    expect(downloadUrl("/uploads/audio/0a.mp3", storedUrl)).toBe("/uploads/audio/0a.mp3?download=1");
    expect(downloadUrl("/uploads/audio/0a.mp3?expires=1&signature=x", storedUrl)).toBe(
      "/uploads/audio/0a.mp3?expires=1&signature=x&download=1",
    );
    expect(downloadUrl("https://tep.example.com/audio/0a.mp3", storedUrl)).toBe("/uploads/audio/0a.mp3?download=1");
    const foreign = "https://nhac.example.com/a.mp3";
    expect(downloadUrl(foreign, foreign)).toBe(foreign);
  });
});

describe("fileName", () => {
  it("returns the decoded last segment, undecoded if it is malformed", () => {
    expect(fileName("/uploads/audio/0a.mp3?expires=1")).toBe("0a.mp3");
    expect(fileName("https://nhac.example.com/b%C3%A0i%20ca.mp3")).toBe("bài ca.mp3");
    expect(fileName("https://nhac.example.com/100%.mp3")).toBe("100%.mp3");
  });
});
