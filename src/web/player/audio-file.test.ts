import { describe, expect, it } from "vitest";
import { downloadAddress, fileAddress, fileName, isAudioName } from "./audio-file.ts";

describe("what a name says", () => {
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
  ])("%s is audio", (name) => expect(isAudioName(name)).toBe(true));

  it.each([
    "a.mp4",
    "a.pdf",
    "mp3",
    "a.mp3.zip",
    "https://mp3",
    "",
    "https://nhac.example.com/?file=a.mp3",
  ])("%s is not", (name) => expect(isAudioName(name)).toBe(false));
});

describe("where a file is", () => {
  it("object storage is read through this site, all else where it says", () => {
    expect(fileAddress("R2:audio/0a.mp3")).toBe("/uploads/audio/0a.mp3");
    expect(fileAddress("/uploads/audio/0a.mp3")).toBe("/uploads/audio/0a.mp3");
    expect(fileAddress("https://nhac.example.com/a.mp3")).toBe("https://nhac.example.com/a.mp3");
  });

  it("is saved through this site, with its signature, wherever it is heard from", () => {
    const kept = "R2:audio/0a.mp3";
    expect(downloadAddress("/uploads/audio/0a.mp3", kept)).toBe("/uploads/audio/0a.mp3?download=1");
    expect(downloadAddress("/uploads/audio/0a.mp3?expires=1&signature=x", kept)).toBe(
      "/uploads/audio/0a.mp3?expires=1&signature=x&download=1",
    );
    expect(downloadAddress("https://tep.example.com/audio/0a.mp3", kept)).toBe("/uploads/audio/0a.mp3?download=1");
    const foreign = "https://nhac.example.com/a.mp3";
    expect(downloadAddress(foreign, foreign)).toBe(foreign);
  });

  it("its name is the last part", () => {
    expect(fileName("/uploads/audio/0a.mp3?expires=1")).toBe("0a.mp3");
    expect(fileName("https://nhac.example.com/b%C3%A0i%20ca.mp3")).toBe("bài ca.mp3");
    expect(fileName("https://nhac.example.com/100%.mp3")).toBe("100%.mp3");
  });
});
