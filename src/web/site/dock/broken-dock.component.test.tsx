import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { takeErrors } from "#test/component/area.tsx";
import { listeningLayout } from "#test/component/listening.tsx";
import { renderedStores, renderRoute } from "#test/component/render.tsx";
import { aSong } from "#test/component/samples.ts";
import { stubApi } from "#test/component/stub-api.ts";
import sound from "../../../../demo/songs/buoi-sang-o-hem-nho.mp3?url";
import { storeOf } from "../../lib/page-stores.tsx";
import { createPagePlayer } from "../../player/player.ts";

const drawn = vi.hoisted(() => vi.fn());
vi.mock("./dock.tsx", () => ({
  Dock: () => {
    drawn();
    throw new Error("broken");
  },
}));

test("a dock that can't be drawn does not end the song", async () => {
  takeErrors();
  stubApi({ "POST /api/songs/{id}/play": { counted: true } });
  const screen = { default: () => <h1>Trang</h1> };
  await renderRoute(screen, { path: "/songs", layouts: [listeningLayout] });
  const song = aSong({ title: "Buổi sáng ở hẻm nhỏ", audio_url: sound });
  storeOf(renderedStores(), createPagePlayer).toggle(song, { tracks: [song] });
  const position = () => document.querySelector("audio")?.currentTime ?? 0;
  await expect.poll(position).toBeGreaterThan(0);
  await expect.poll(() => drawn.mock.calls.length).toBeGreaterThan(0);
  const from = position();
  await expect.poll(position).toBeGreaterThan(from);
  await expect.element(page.getByRole("heading", { name: "Trang" })).toBeVisible();
});
