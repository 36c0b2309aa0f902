import { describe, expect, it, vi } from "vitest";
import { categoryChooser, createDraftQueue, type QueueDeps } from "./draft-queue.ts";

const file = (name: string, type = "audio/mpeg") => new File(["x"], name, { type, lastModified: 1 });
const choose = () => [1];

function queue(change: Partial<QueueDeps> = {}) {
  const made: string[] = [];
  const deps = {
    refuse: (each: File) => (each.type.startsWith("audio/") ? undefined : "Vui lòng chọn file âm thanh hợp lệ"),
    send: vi.fn<QueueDeps["send"]>(async ({ name }) => ({
      file_url: `/uploads/audio/${name}`,
      object_key: `audio/${name}`,
      size: 1,
      duration: 1,
      cover_url: `/uploads/images/${name}.jpg`,
      tags: { title: `Bài ${name}`, artist: "Hiên Nhà", lyrics: null, genres: ["Ballad"] },
    })),
    exists: vi.fn<QueueDeps["exists"]>(async (_title, url) => made.includes(url)),
    create: vi.fn<QueueDeps["create"]>(async ({ audio_url }) => void made.push(audio_url)),
    discard: vi.fn<QueueDeps["discard"]>(),
    errorMessage: (error: unknown) => (error as Error).message,
    ...change,
  };
  return { ...deps, made, queue: createDraftQueue(deps) };
}
const states = (made: ReturnType<typeof queue>["queue"]) => made.getDrafts().map(({ state }) => state);

describe("files that become drafts", () => {
  it("go one after another, each into one hidden song of its tags", async () => {
    const create = vi.fn<QueueDeps["create"]>();
    const { queue: row, send } = queue({ create });
    row.add([file("a.mp3"), file("b.mp3")]);
    await Promise.all([row.start(choose), row.start(choose)]);
    expect(send).toHaveBeenCalledTimes(2);
    expect(create.mock.calls.map(([fields]) => fields)).toEqual([
      {
        title: "Bài a.mp3",
        artist: "Hiên Nhà",
        lyrics: null,
        audio_url: "/uploads/audio/a.mp3",
        thumbnail_url: "/uploads/images/a.mp3.jpg",
        category_ids: [1],
        is_active: false,
      },
      {
        title: "Bài b.mp3",
        artist: "Hiên Nhà",
        lyrics: null,
        audio_url: "/uploads/audio/b.mp3",
        thumbnail_url: "/uploads/images/b.mp3.jpg",
        category_ids: [1],
        is_active: false,
      },
    ]);
    expect(states(row)).toEqual(["done", "done"]);
  });

  it("are taken once however often they are dropped, and not at all when they are no audio", async () => {
    const { queue: row, send } = queue();
    row.add([file("a.mp3"), file("a.mp3"), file("a.txt", "text/plain")]);
    row.add([file("a.mp3")]);
    await row.start(choose);
    expect(send).toHaveBeenCalledTimes(1);
    expect(row.getDrafts()).toMatchObject([
      { state: "done" },
      { state: "failed", error: "Vui lòng chọn file âm thanh hợp lệ" },
    ]);
  });

  it("one that fails holds up no other, and goes on from where it was", async () => {
    const create = vi.fn<QueueDeps["create"]>().mockRejectedValueOnce(new Error("Lỗi khi lưu bài hát"));
    const { queue: row, send, exists } = queue({ create });
    row.add([file("a.mp3"), file("b.mp3")]);
    await row.start(choose);
    expect(states(row)).toEqual(["failed", "done"]);
    row.again("a.mp3 1 1");
    await row.start(choose);
    expect(states(row)).toEqual(["done", "done"]);
    expect(send).toHaveBeenCalledTimes(2);
    expect(exists).toHaveBeenCalledExactlyOnceWith("Bài a.mp3", "/uploads/audio/a.mp3");
    expect(create).toHaveBeenCalledTimes(3);
  });

  it("makes nothing twice when only the answer was lost", async () => {
    const known: string[] = [];
    const create = vi.fn<QueueDeps["create"]>(async ({ audio_url }) => {
      known.push(audio_url);
      throw new Error("Không có câu trả lời");
    });
    const { queue: row } = queue({ create, exists: async (_title, url) => known.includes(url) });
    row.add([file("a.mp3")]);
    await row.start(choose);
    row.again("a.mp3 1 1");
    await row.start(choose);
    expect(create).toHaveBeenCalledTimes(1);
    expect(states(row)).toEqual(["done"]);
  });

  it("can be cancelled on their way, and dropped before", async () => {
    const send = vi.fn<QueueDeps["send"]>(
      (_file, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))),
    );
    const { queue: row, create } = queue({ send });
    row.add([file("a.mp3"), file("b.mp3")]);
    row.remove("b.mp3 1 1");
    const end = row.start(choose);
    row.cancel("a.mp3 1 1");
    await end;
    expect(row.getDrafts()).toMatchObject([{ state: "failed", error: "Đã hủy", again: true }]);
    expect(create).not.toHaveBeenCalled();
  });

  it("that became no song are dropped with their pictures", async () => {
    const discard = vi.fn<QueueDeps["discard"]>();
    const create = () => Promise.reject(new Error("Lỗi khi lưu bài hát"));
    const { queue: row } = queue({ create, discard });
    row.add([file("a.mp3")]);
    await row.start(choose);
    row.stop();
    expect(discard.mock.calls).toEqual([["/uploads/audio/a.mp3"], ["/uploads/images/a.mp3.jpg"]]);
  });

  it("leave when the dialog does: nothing more is sent", async () => {
    const { queue: row, send } = queue({ create: async () => row.stop() });
    row.add([file("a.mp3"), file("b.mp3")]);
    await row.start(choose);
    expect(send).toHaveBeenCalledTimes(1);
  });
});

describe("categoryChooser", () => {
  const choice = categoryChooser(
    [
      { id: 1, name: "Dân ca" },
      { id: 2, name: "Lo-fi" },
    ],
    9,
  );
  it("finds genres by their names, else takes the given one", () => {
    expect(choice(["DÂN CA", "lo-fi ", "Dân ca"])).toEqual([1, 2]);
    expect(choice(["Dân ca".normalize("NFD")])).toEqual([1]);
    expect(choice(["Rock"])).toEqual([9]);
    expect(choice([])).toEqual([9]);
  });
});
