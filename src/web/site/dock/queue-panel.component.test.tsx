import { beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { checkScreen } from "#test/component/check-screen.ts";
import { listeningLayout } from "#test/component/listening.tsx";
import { thePlayer } from "#test/component/player.ts";
import { renderRoute } from "#test/component/render.tsx";
import { selling } from "#test/component/sales.ts";
import { aCategory, aSong, loggedIn } from "#test/component/samples.ts";
import { type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import "../../lib/page-scroll.tsx";
import sound from "../../../../demo/songs/buoi-sang-o-hem-nho.mp3?url";
import * as library from "../library/page.tsx";

const songs = ["Một", "Hai", "Ba", "Bốn"].map((title, place) =>
  aSong({ id: place + 1, title, audio_url: sound, lyrics: "Câu đầu" }),
);
const like = aSong({ id: 9, title: "Tương tự", audio_url: sound });

let api: StubbedApi;
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  api = stubApi({
    "GET /api/songs": ({ query }) => songs.slice(Number(query.skip ?? 0)),
    "GET /api/songs/count": { total: songs.length },
    "GET /api/songs/{id}": ({ params }) => songs[Number(params.id) - 1] ?? like,
    "GET /api/songs/{id}/similar": [...songs.slice(0, 1), like],
    "GET /api/categories": [aCategory()],
    "GET /api/premium-packages": selling(),
    "POST /api/songs/{id}/play": { counted: true },
    "GET /api/me/queue": { queue: null },
    "PUT /api/me/queue": { number: 1, stored: true },
  });
});

const dock = page.getByRole("region", { name: "Trình phát nhạc" });
const panel = page.getByRole("dialog", { name: "Danh sách đang phát" });
const coming = () => [...document.querySelectorAll("[data-song] [title]")].map((title) => title.textContent);
const button = (name: string) => panel.getByRole("button", { name });

async function openLibrary(): Promise<void> {
  await renderRoute(library, { path: "/songs", layouts: [listeningLayout] });
}

async function openPanel(): Promise<void> {
  await openLibrary();
  await page.getByRole("button", { name: /^Phát tất cả/ }).click();
  await dock.getByRole("button", { name: /^Danh sách đang phát/ }).click();
  await expect.element(panel).toBeVisible();
  await expect.poll(coming).toEqual(["Hai", "Ba", "Bốn"]);
}

describe("the queue", () => {
  test("shows what plays and what comes, on a phone and on a wide screen", async () => {
    await openPanel();
    await expect.element(panel.getByRole("region", { name: "Đang phát" })).toMatchTextContent("Một");
    await checkScreen({ heading: "Thư viện bài hát" });
    await page.viewport(390, 844);
    await checkScreen({ heading: "Thư viện bài hát" });
  });

  test("is reordered by buttons and keys, told to screen readers, with the focus on the song", async () => {
    await openPanel();
    await button("Đưa xuống: Hai").click();
    await expect.poll(coming).toEqual(["Ba", "Hai", "Bốn"]);
    await expect.element(panel.getByText("“Hai” ở vị trí 2 trong 3 bài sắp phát.")).toBeInTheDocument();
    await expect.element(button("Phát ngay: Hai")).toHaveFocus();
    await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}");
    await expect.poll(coming).toEqual(["Hai", "Ba", "Bốn"]);
    await expect.element(button("Đưa lên: Hai")).toBeDisabled();
    await expect.element(button("Đưa xuống: Bốn")).toBeDisabled();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(button("Phát ngay: Ba")).toHaveFocus();
  });

  test("is reordered by a finger that drags", async () => {
    await openPanel();
    const [grip, , last] = [...document.querySelectorAll<HTMLElement>("[data-song]")].map(
      (song) => song.previousElementSibling as HTMLElement,
    );
    if (!grip || !last) throw new Error("Each song has a grip.");
    // A made-up pointer can't be captured.
    grip.setPointerCapture = () => undefined;
    const middle = (element: Element) => element.getBoundingClientRect().top + element.clientHeight / 2;
    const send = (type: string, clientY: number) =>
      grip.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, clientY, pointerId: 7 }));
    send("pointerdown", middle(grip));
    send("pointermove", middle(last));
    send("pointerup", middle(last));
    await expect.poll(coming).toEqual(["Ba", "Bốn", "Hai"]);
  });

  test("loses a song, or all of them, and gets them back", async () => {
    await openPanel();
    await button("Bỏ khỏi hàng chờ: Ba").click();
    await expect.poll(coming).toEqual(["Hai", "Bốn"]);
    await button("Hoàn tác").click();
    await expect.poll(coming).toEqual(["Hai", "Ba", "Bốn"]);
    await button("Xóa hàng chờ").click();
    await expect.element(panel.getByText(/^Hết bài này là hết danh sách/)).toBeVisible();
    expect(thePlayer().getState()).toMatchObject({ track: { title: "Một" }, playing: true, hasNext: false });
    await button("Hoàn tác").click();
    await expect.poll(coming).toEqual(["Hai", "Ba", "Bốn"]);
  });

  test("plays a song that is pressed, and goes on with songs like the last one when told to", async () => {
    await openPanel();
    await button("Phát ngay: Bốn").click();
    await expect.poll(() => thePlayer().getState().track?.title).toBe("Bốn");
    expect(api.requests("GET /api/songs/{id}/similar")).toEqual([]);
    await panel.getByRole("checkbox", { name: /^Phát tiếp bài tương tự/ }).click();
    await expect.poll(coming, { message: "one that was heard is left out" }).toContain("Tương tự");
    expect(api.requests("GET /api/songs/{id}/similar")[0]?.params).toEqual({ id: "4" });
    expect(localStorage.getItem("endless")).toBe("1");
    await panel.getByRole("checkbox", { name: /^Phát tiếp bài tương tự/ }).click();
    expect(localStorage.getItem("endless")).toBeNull();
  });
});

describe("the menu of a card", () => {
  test("adds a song to what comes; where nothing plays it stands in the dock", async () => {
    await openLibrary();
    await page.getByRole("button", { name: "Thêm: Ba" }).click();
    await page.getByRole("button", { name: "Thêm vào hàng chờ" }).click();
    await expect.element(dock.getByRole("button", { name: "Phát: Ba" })).toBeVisible();
    await expect.element(dock).toMatchTextContent("Danh sách đang phát · 1/1");
    await page.getByRole("button", { name: "Thêm: Một" }).click();
    await page.getByRole("button", { name: "Phát tiếp" }).click();
    await expect.element(dock).toMatchTextContent("1/2");
    await expect.element(page.getByText("“Một” phát ngay sau bài này.")).toBeVisible();
    expect(api.requests("POST /api/songs/{id}/play")).toEqual([]);
  });
});

describe("what another device has played", () => {
  const track = ({ id, title, artist, audio_url, thumbnail_url, is_premium, duration }: typeof like) => ({
    id,
    title,
    artist,
    audio_url,
    thumbnail_url,
    is_premium,
    duration,
  });
  const elsewhere = {
    number: 5,
    device: "7f1de32c-6a3c-4f8e-9a59-3d6f0c0f6a11",
    device_kind: "phone" as const,
    place: 1,
    position: 7,
    updated_at: "2026-05-01T08:00:00.000Z",
    songs: songs.slice(0, 3).map(track),
  };
  const offer = page.getByRole("region", { name: "Nghe tiếp từ điện thoại" });

  test("is offered once to whoever is logged in, and goes on at its second", async () => {
    api.change({ ...loggedIn(), "GET /api/me/queue": { queue: elsewhere } });
    await openLibrary();
    await page.getByRole("heading", { level: 1 }).hover();
    await expect.element(offer).toMatchTextContent("Hai");
    expect(document.querySelector("audio")?.paused ?? true).toBe(true);
    await offer.getByRole("button", { name: "Phát: Hai" }).click();
    await expect.poll(() => thePlayer().getState().position).toBeGreaterThanOrEqual(7);
    await expect.element(dock).toMatchTextContent("2/3");
    await expect.element(offer).not.toBeInTheDocument();
    await expect.poll(() => api.requests("PUT /api/me/queue").length).toBeGreaterThan(0);
    expect(api.requests("PUT /api/me/queue")[0]?.body).toMatchObject({ song_ids: [1, 2, 3], place: 1, seen: 5 });
  });

  test("is dismissed for good", async () => {
    api.change({ ...loggedIn(), "GET /api/me/queue": { queue: elsewhere } });
    await openLibrary();
    await page.getByRole("heading", { level: 1 }).hover();
    await offer.getByRole("button", { name: /^Bỏ qua/ }).click();
    await expect.element(offer).not.toBeInTheDocument();
    expect(api.requests("GET /api/me/queue")).toHaveLength(1);
    expect(Object.entries(localStorage).some(([key, value]) => key.startsWith("queue:") && value === "5")).toBe(true);
  });
});
