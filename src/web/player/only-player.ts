import type { Player } from "./list-player.ts";

/** Pauses a player as soon as one of another tab of the site begins: the newest plays. */
export function playAlone(player: Pick<Player, "getState" | "subscribe" | "pause">): void {
  let channel: BroadcastChannel | undefined;
  let wasPlaying = false;
  player.subscribe(() => {
    const { playing } = player.getState();
    if (playing && !wasPlaying) {
      // Not before: a tab with a channel is not kept for Back.
      if (!channel) {
        channel = new BroadcastChannel("player");
        channel.addEventListener("message", player.pause);
      }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
      channel.postMessage("playing");
    }
    wasPlaying = playing;
  });
}
