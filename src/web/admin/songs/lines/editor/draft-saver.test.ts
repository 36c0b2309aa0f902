import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { type LineDocument, plainLine } from "#contract/lyrics/document.ts";
import type { EditedLines } from "#contract/song-lines.ts";
import { createDraftSaver, keptLines } from "./draft-saver.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const documentOf = (...texts: string[]): LineDocument => {
  const lines = texts.map((text) => plainLine(text));
  return { language: "vi", reading_language: null, translation_language: null, lines, glossary: [] };
};
const editedOf = (document: LineDocument, version: string, by = "Lan"): EditedLines => ({
  source: "draft",
  document,
  oddities: [],
  draft: { by, at: "2026-11-25T02:00:00.000Z", is_outdated: false },
  published: null,
  version,
});
const stale = (theirs: EditedLines) =>
  new ApiError("conflict", "Lan đã sửa sau khi bạn mở, nên chưa lưu gì", undefined, 409, undefined, {
    current: theirs,
    changedBy: "Lan",
  });
const down = () => new ApiError("unavailable", "Không nối được với máy chủ");

type Send = Parameters<typeof createDraftSaver>[0]["send"];

function start(send: Send, opened = editedOf(documentOf("Mưa"), "v1"), document = opened.document) {
  const sent = vi.fn(send);
  let kept: string | null = null;
  const saver = createDraftSaver({
    opened,
    document,
    send: sent,
    keep: (text) => {
      kept = text;
      return true;
    },
    onSaved: () => {},
  });
  saver.start();
  const status = () => saver.getState().status;
  return { saver, sent, status, kept: () => keptLines(kept) };
}

/** Answers each save with the next version. */
function savesAll(): Send {
  let version = 1;
  return async (document) => editedOf(document, `v${++version}`);
}

describe("what was changed", () => {
  test("is sent once it is quiet, in the version of the last reply, and is kept on the device until then", async () => {
    const { saver, sent, status, kept } = start(savesAll());
    const one = documentOf("Mưa rơi");
    saver.change(documentOf("Mưa r"));
    await vi.advanceTimersByTimeAsync(1000);
    saver.change(one);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).not.toHaveBeenCalled();
    expect(kept()).toEqual({ version: "v1", document: one });
    expect(status()).toBe("waiting");
    await vi.advanceTimersByTimeAsync(300);
    expect(sent.mock.calls).toEqual([[one, "v1"]]);
    expect(status()).toBe("saved");
    expect(kept()).toBeUndefined();
    const two = documentOf("Mưa rơi mãi");
    saver.change(two);
    await vi.advanceTimersByTimeAsync(1300);
    expect(sent).toHaveBeenLastCalledWith(two, "v2");
  });

  test("is sent after eight seconds, however long the changes go on", async () => {
    const { saver, sent } = start(savesAll());
    for (let step = 0; step < 17; step++) {
      saver.change(documentOf(`Mưa ${step}`));
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(sent).toHaveBeenCalledTimes(1);
  });

  test("and undone is not sent", async () => {
    const opened = editedOf(documentOf("Mưa"), "v1");
    const { saver, sent, status, kept } = start(savesAll(), opened);
    saver.change(documentOf("Gió"));
    saver.change(opened.document);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent).not.toHaveBeenCalled();
    expect(status()).toBe("saved");
    expect(kept()).toBeUndefined();
  });

  test("while a save is under way is sent after it", async () => {
    const replies: ((reply: EditedLines) => void)[] = [];
    const { saver, sent, status } = start(() => new Promise((resolve) => replies.push(resolve)));
    saver.change(documentOf("Mưa rơi"));
    const done = saver.saveNow();
    expect(status()).toBe("saving");
    const later = documentOf("Mưa rơi mãi");
    saver.change(later);
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toHaveBeenCalledTimes(1);
    replies[0]?.(editedOf(documentOf("Mưa rơi"), "v2"));
    await done;
    await vi.advanceTimersByTimeAsync(1300);
    expect(sent).toHaveBeenLastCalledWith(later, "v2");
  });

  test("is sent again after a lost connection, and kept meanwhile", async () => {
    let isDown = true;
    const { saver, sent, status, kept } = start(async (document) => {
      if (isDown) throw down();
      return editedOf(document, "v2");
    });
    saver.change(documentOf("Mưa rơi"));
    await vi.advanceTimersByTimeAsync(1300);
    expect(status()).toBe("failed");
    expect(kept()?.document.lines[0]?.text).toBe("Mưa rơi");
    await vi.advanceTimersByTimeAsync(3000);
    expect(sent).toHaveBeenCalledTimes(2);
    isDown = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(status()).toBe("saved");
    expect(kept()).toBeUndefined();
  });

  test("and refused waits for another change", async () => {
    const { saver, sent, status } = start(async () => {
      throw new ApiError("invalid", "Dữ liệu không hợp lệ");
    });
    saver.change(documentOf("Mưa rơi"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveBeenCalledTimes(1);
    expect(status()).toBe("refused");
    saver.change(documentOf("Mưa"));
    expect(status()).toBe("waiting");
  });

  test("is sent when the editor is left, without further attempts", async () => {
    const { saver, sent, kept } = start(async () => {
      throw down();
    });
    saver.change(documentOf("Mưa rơi"));
    saver.stop();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sent).toHaveBeenCalledTimes(1);
    expect(kept()?.version).toBe("v1");
  });

  test("is sent without lines that have no text, which the device goes on keeping", async () => {
    const { saver, sent, status, kept } = start(savesAll());
    const document = documentOf("Mưa", "");
    saver.change(document);
    await vi.advanceTimersByTimeAsync(1300);
    expect(sent.mock.calls[0]?.[0].lines).toHaveLength(1);
    expect(status()).toBe("saved");
    expect(kept()).toEqual({ version: "v2", document });
  });

  test("before the editor was opened is sent", async () => {
    const document = documentOf("Mưa rơi");
    const { sent } = start(savesAll(), editedOf(documentOf("Mưa"), "v1"), document);
    await vi.advanceTimersByTimeAsync(1300);
    expect(sent.mock.calls).toEqual([[document, "v1"]]);
  });
});

describe("what somebody else has saved", () => {
  const theirs = editedOf(documentOf("Của Lan"), "v7");

  test("stops saving until a choice, and can be written over", async () => {
    let isFirst = true;
    const { saver, sent, status, kept } = start(async (document) => {
      if (isFirst) throw stale(theirs);
      return editedOf(document, "v8");
    });
    saver.change(documentOf("Của tôi"));
    await vi.advanceTimersByTimeAsync(1300);
    expect(status()).toBe("stale");
    expect(saver.getState().theirs).toBe(theirs);
    const mine = documentOf("Của tôi mà");
    saver.change(mine);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveBeenCalledTimes(1);
    expect(kept()?.document).toEqual(mine);
    isFirst = false;
    expect(await saver.overwrite()).toBe(true);
    expect(sent).toHaveBeenLastCalledWith(mine, "v7");
    expect(kept()).toBeUndefined();
  });

  test("can be taken", async () => {
    const { saver, sent, status, kept } = start(async () => {
      throw stale(theirs);
    });
    saver.change(documentOf("Của tôi"));
    await vi.advanceTimersByTimeAsync(1300);
    saver.take(theirs);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveBeenCalledTimes(1);
    expect(status()).toBe("saved");
    expect(saver.version()).toBe("v7");
    expect(kept()).toBeUndefined();
  });

  test("is no conflict when it is what was sent: only the reply was lost", async () => {
    const mine = documentOf("Của tôi");
    const { saver, status } = start(async () => {
      throw stale(editedOf(mine, "v2"));
    });
    saver.change(mine);
    await vi.advanceTimersByTimeAsync(1300);
    expect(status()).toBe("saved");
    expect(saver.version()).toBe("v2");
  });
});

test("what the device holds is used only as lines", () => {
  for (const text of [null, "", "{}", "null", "[]", '{"version":"v1","document":{"lines":7}}']) {
    expect(keptLines(text)).toBeUndefined();
  }
  const broken = { ...documentOf("Mưa"), lines: [{ ...plainLine("Mưa"), start_ms: -1 }] };
  expect(keptLines(JSON.stringify({ version: "v1", document: broken }))).toBeUndefined();
});
