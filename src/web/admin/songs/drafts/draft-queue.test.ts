import { describe, expect, it, vi } from "vitest";
import { categoryMatcher, createDraftQueue, type DraftQueue, type QueueDeps } from "./draft-queue.ts";

const file = (name: string, type = "audio/mpeg") => new File(["x"], name, { type, lastModified: 1 });
const categoriesOf = () => [1];

function createQueue(overrides: Partial<QueueDeps> = {}) {
  const createdUrls: string[] = [];
  const deps = {
    validate: ({ type }: File) => (type.startsWith("audio/") ? undefined : "Vui lòng chọn file âm thanh hợp lệ"),
    upload: vi.fn<QueueDeps["upload"]>(async ({ name }) => ({
      file_url: `/uploads/audio/${name}`,
      object_key: `audio/${name}`,
      size: 1,
      duration: 1,
      cover_url: `/uploads/images/${name}.jpg`,
      tags: { title: `Bài ${name}`, artist: "Hiên Nhà", lyrics: null, lines: null, genres: ["Ballad"] },
      has_broken_tags: name === "hong.mp3",
      same_songs: [],
    })),
    find: vi.fn<QueueDeps["find"]>(async (_title, url) => createdUrls.indexOf(url) + 1 || undefined),
    create: vi.fn<QueueDeps["create"]>(async ({ audio_url }) => createdUrls.push(audio_url)),
    discard: vi.fn<QueueDeps["discard"]>(),
    errorMessage: (error: unknown) => (error as Error).message,
    ...overrides,
  };
  return { ...deps, queue: createDraftQueue(deps) };
}
const states = (queue: DraftQueue) => queue.getDrafts().map(({ state }) => state);

describe("createDraftQueue", () => {
  it("creates one hidden song per file from its tags, even when started twice", async () => {
    const create = vi.fn<QueueDeps["create"]>();
    const { queue, upload } = createQueue({ create });
    queue.add([file("a.mp3"), file("b.mp3")]);
    await Promise.all([queue.start(categoriesOf), queue.start(categoriesOf)]);
    expect(upload).toHaveBeenCalledTimes(2);
    expect(create.mock.calls.map(([fields]) => fields)).toEqual([
      {
        title: "Bài a.mp3",
        artist: "Hiên Nhà",
        lyrics: null,
        lines: null,
        audio_url: "/uploads/audio/a.mp3",
        thumbnail_url: "/uploads/images/a.mp3.jpg",
        category_ids: [1],
        is_active: false,
      },
      {
        title: "Bài b.mp3",
        artist: "Hiên Nhà",
        lyrics: null,
        lines: null,
        audio_url: "/uploads/audio/b.mp3",
        thumbnail_url: "/uploads/images/b.mp3.jpg",
        category_ids: [1],
        is_active: false,
      },
    ]);
    expect(states(queue)).toEqual(["done", "done"]);
  });

  it("keeps in mind which files had tags that can't be read", async () => {
    const { queue } = createQueue();
    queue.add([file("a.mp3"), file("hong.mp3")]);
    await queue.start(categoriesOf);
    expect(queue.getDrafts().map(({ hasBrokenTags }) => hasBrokenTags)).toEqual([false, true]);
  });

  it("ignores duplicate files and rejects files that are not audio", async () => {
    const { queue, upload } = createQueue();
    queue.add([file("a.mp3"), file("a.mp3"), file("a.txt", "text/plain")]);
    queue.add([file("a.mp3")]);
    await queue.start(categoriesOf);
    expect(upload).toHaveBeenCalledTimes(1);
    expect(queue.getDrafts()).toMatchObject([
      { state: "done" },
      { state: "failed", error: "Vui lòng chọn file âm thanh hợp lệ" },
    ]);
  });

  it("processes the rest after a failure, and retries without a second upload", async () => {
    const create = vi.fn<QueueDeps["create"]>().mockRejectedValueOnce(new Error("Lỗi khi lưu bài hát"));
    const { queue, upload, find } = createQueue({ create });
    queue.add([file("a.mp3"), file("b.mp3")]);
    await queue.start(categoriesOf);
    expect(states(queue)).toEqual(["failed", "done"]);
    queue.retry("a.mp3 1 1");
    await queue.start(categoriesOf);
    expect(states(queue)).toEqual(["done", "done"]);
    expect(upload).toHaveBeenCalledTimes(2);
    expect(find).toHaveBeenCalledExactlyOnceWith("Bài a.mp3", "/uploads/audio/a.mp3");
    expect(create).toHaveBeenCalledTimes(3);
  });

  it("creates no second song when the reply of the first attempt was lost", async () => {
    const createdUrls: string[] = [];
    const create = vi.fn<QueueDeps["create"]>(async ({ audio_url }) => {
      createdUrls.push(audio_url);
      throw new Error("Không có câu trả lời");
    });
    const { queue } = createQueue({ create, find: async (_title, url) => createdUrls.indexOf(url) + 1 || undefined });
    queue.add([file("a.mp3")]);
    await queue.start(categoriesOf);
    queue.retry("a.mp3 1 1");
    await queue.start(categoriesOf);
    expect(create).toHaveBeenCalledTimes(1);
    expect(states(queue)).toEqual(["done"]);
  });

  it("cancels a running upload and removes a waiting file", async () => {
    const upload = vi.fn<QueueDeps["upload"]>(
      (_file, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))),
    );
    const { queue, create } = createQueue({ upload });
    queue.add([file("a.mp3"), file("b.mp3")]);
    queue.remove("b.mp3 1 1");
    const end = queue.start(categoriesOf);
    queue.cancel("a.mp3 1 1");
    await end;
    expect(queue.getDrafts()).toMatchObject([{ state: "failed", error: "Đã hủy", canRetry: true }]);
    expect(create).not.toHaveBeenCalled();
  });

  it("discards the audio and cover of files without a song on stop", async () => {
    const discard = vi.fn<QueueDeps["discard"]>();
    const create = () => Promise.reject(new Error("Lỗi khi lưu bài hát"));
    const { queue } = createQueue({ create, discard });
    queue.add([file("a.mp3")]);
    await queue.start(categoriesOf);
    queue.stop();
    expect(discard.mock.calls).toEqual([["/uploads/audio/a.mp3"], ["/uploads/images/a.mp3.jpg"]]);
  });

  it("uploads nothing more after stop", async () => {
    const { queue, upload } = createQueue({
      create: async () => {
        queue.stop();
        return 1;
      },
    });
    queue.add([file("a.mp3"), file("b.mp3")]);
    await queue.start(categoriesOf);
    expect(upload).toHaveBeenCalledTimes(1);
  });
});

it("asks before a file that a song has already becomes another one", async () => {
  const same = [{ id: 4, title: "Bài cũ", is_active: true }];
  const reply = await createQueue().upload(file("a.mp3"), new AbortController().signal, () => {});
  const upload = vi.fn<QueueDeps["upload"]>(async () => ({ ...reply, same_songs: same }));
  const create = vi.fn<QueueDeps["create"]>(async () => 1);
  const { queue } = createQueue({ upload, create });
  queue.add([file("a.mp3")]);
  await queue.start(categoriesOf);
  expect(queue.getDrafts()).toMatchObject([{ state: "known", same }]);
  expect(create).not.toHaveBeenCalled();
  queue.allow("a.mp3 1 1");
  await queue.start(categoriesOf);
  expect(states(queue)).toEqual(["done"]);
  expect(upload).toHaveBeenCalledTimes(1);
  expect(create.mock.calls).toMatchObject([[{ allow_same_file: true }]]);
});

it("leaves out the files that have become songs, and keeps the others", async () => {
  const { queue } = createQueue();
  queue.add([file("a.mp3"), file("a.txt", "text/plain")]);
  await queue.start(categoriesOf);
  queue.removeDone();
  expect(queue.getDrafts()).toMatchObject([{ state: "failed", file: { name: "a.txt" } }]);
});

describe("categoryMatcher", () => {
  const idsOf = categoryMatcher(
    [
      { id: 1, name: "Dân ca" },
      { id: 2, name: "Lo-fi" },
    ],
    9,
  );
  it("matches genres by name ignoring case and normalization, else returns the fallback", () => {
    expect(idsOf(["DÂN CA", "lo-fi ", "Dân ca"])).toEqual([1, 2]);
    expect(idsOf(["Dân ca".normalize("NFD")])).toEqual([1]);
    expect(idsOf(["Rock"])).toEqual([9]);
    expect(idsOf([])).toEqual([9]);
  });
});
