import { storeOf } from "../../src/web/lib/page-stores.tsx";
import type { Player } from "../../src/web/player/list-player.ts";
import { createPagePlayer } from "../../src/web/player/player.ts";
import { renderedStores } from "./render.tsx";

/** Returns the player of the page that the test has rendered last. */
export const thePlayer = (): Player => storeOf(renderedStores(), createPagePlayer);
