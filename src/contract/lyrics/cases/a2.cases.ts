/** Enhanced LRC (A2), with times of words. */
import type { Case } from "./file.cases.ts";

export const a2Cases: readonly Case[] = [
  {
    name: "A2 with a closing stamp",
    format: "lrc",
    text: "[00:32.116]v1: <00:32.116>This <00:32.494>is <00:33.000>it<00:34.364>\n[00:36.00]v2: <00:36.00>Yes",
    lines: ["32.116-34.364 v1: This is it [This@32.116 is@32.494 it@33]", "36 v2: Yes [Yes@36]"],
  },
  {
    name: "A2 with stamps within a word",
    format: "lrc",
    text: "[00:02.00]<00:02.00>Every<00:03.17>body <00:04.00>sing",
    lines: ["2 Everybody sing [Every@2 body@3.17 sing@4]"],
  },
  {
    name: "A2 whose line starts before its first word",
    format: "lrc",
    text: "[00:02.00]<00:02.50>Hello <00:03.00>you",
    lines: ["2 Hello you [Hello@2.5 you@3]"],
  },
  {
    name: "A2 without a stamp of the line",
    format: "lrc",
    text: "[00:01.00]First\n<00:02.50>Hello <00:03.00>you",
    lines: ["1 First", "2.5 Hello you [Hello@2.5 you@3]"],
    odd: [2],
  },
  {
    name: "A2 with a pause between words",
    format: "lrc",
    text: "[00:01.00]<00:01.00>Wait<00:01.40> <00:02.00>here<00:02.60>",
    lines: ["1-2.6 Wait here [Wait@1-1.4 here@2]"],
  },
  {
    name: "A2 in square brackets",
    format: "lrc",
    text: "[00:01.00]Hello[00:01.50] world[00:02.20]",
    lines: ["1-2.2 Hello world [Hello@1 world@1.5]"],
  },
  {
    name: "A2 with voices behind the line, as it is made of Apple's lyrics",
    format: "lrc",
    text: "[00:01.00]v1: <00:01.00>Go <00:02.00>home<00:03.00>\n[bg:<00:02.20>(home)<00:03.40>]\n[00:05.00]v1: <00:05.00>Now",
    lines: ["1-3 v1: Go home [Go@1 home@2]", "2.2-3.4 bg: (home) [(home)@2.2]", "5 v1: Now [Now@5]"],
  },
  {
    name: "A2 with repeated lines, whose words move along",
    format: "lrc",
    text: "[00:01.00][00:11.00]<00:01.00>La <00:01.50>la",
    lines: ["1 La la [La@1 la@1.5]", "11 La la [La@11 la@11.5]"],
  },
  {
    name: "A2 in Japanese, where nothing stands between words",
    format: "lrc",
    text: "[lang:ja]\n[00:01.00]<00:01.00>雨<00:01.40>の<00:01.60>歌",
    lines: ["1 雨の歌 [雨@1 の@1.4 歌@1.6]"],
    languages: "ja",
  },
];
