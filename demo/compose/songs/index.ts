/** All songs, the oldest first. */
import type { Song } from "../song.ts";
import { ballad, bolero } from "./ballads.ts";
import { kitten } from "./children.ts";
import { midnight, teaHills, tinRoof } from "./chill.ts";
import { festival, lullaby } from "./folk.ts";
import { morning, rock, seaside, tet } from "./indie.ts";
import { clockSong, counting, friend, rainSong, seasons, sunshine } from "./learning.ts";

export const songs: Song[] = [
  lullaby,
  morning,
  sunshine,
  bolero,
  tinRoof,
  counting,
  kitten,
  friend,
  midnight,
  festival,
  rock,
  clockSong,
  ballad,
  teaHills,
  rainSong,
  tet,
  seasons,
  seaside,
];
