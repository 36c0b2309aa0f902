/** SRT. */
import type { Case } from "./file.cases.ts";

export const srtCases: readonly Case[] = [
  {
    name: "SRT",
    format: "srt",
    text: "1\n00:00:01,000 --> 00:00:04,000\nMột\n\n2\n00:00:04,000 --> 00:00:06,500\n<i>Hai</i>\n",
    lines: ["1 Một", "4-6.5 Hai"],
  },
  {
    name: "SRT without numbers, with dots and single digits",
    format: "srt",
    text: "0:0:1.5 --> 0:0:4\nMột\n\n00:05.25 --> 00:06.5\nHai",
    lines: ["1.5-4 Một", "5.25-6.5 Hai"],
  },
  {
    name: "SRT with places, fonts and cues of two lines",
    format: "srt",
    text: '1\n00:00:01,000 --> 00:00:02,000 X1:100 X2:200\n{\\an8}<font color="#fff">Một dòng</font>\ncòn tiếp\n\n2\n00:00:03,000 --> 00:00:04,000\nHai < ba\n',
    lines: ["1-2 Một dòng còn tiếp", "3-4 Hai < ba"],
    languages: "vi",
  },
  {
    name: "SRT in two languages",
    format: "srt",
    text: "1\n00:00:01,000 --> 00:00:02,000\nGood morning\nChào buổi sáng\n\n2\n00:00:02,000 --> 00:00:04,000\nGood night\nChúc ngủ ngon\n",
    lines: ["1 Good morning {Chào buổi sáng}", "2-4 Good night {Chúc ngủ ngon}"],
    languages: "en vi",
  },
  {
    name: "SRT of Windows with numbers that are sung",
    format: "srt",
    text: "\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\n1 2 3\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n99\r\n",
    lines: ["1-2 1 2 3", "3-4 99"],
  },
  {
    name: "SRT with a broken time, an end before its start, and cues over each other",
    format: "srt",
    text: "1\n00:00:01,000 -> x\nMất giờ\n\n2\n00:00:05,000 --> 00:00:04,000\nNgược\n\n3\n00:00:06,000 --> 00:00:09,000\nDài\n\n4\n00:00:08,000 --> 00:00:10,000\nChồng\n",
    lines: ["5 Ngược", "6-9 Dài", "8-10 Chồng"],
    languages: "vi",
    odd: [1, 2, 3, 7, 11],
  },
];
