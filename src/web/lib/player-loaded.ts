/** Whether the page has loaded the player: pages that play nothing load neither it nor its dock. */
import { pageValue } from "./page-value.ts";

const isLoaded = pageValue(false);

/** Called by the player's module, and for a player that is to go on. */
export const tellPlayerLoaded = () => isLoaded.set(true);

export const useIsPlayerLoaded = isLoaded.use;
