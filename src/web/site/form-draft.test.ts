import { afterEach, describe, expect, test, vi } from "vitest";
import { readDraft } from "./form-draft.ts";

afterEach(() => void vi.unstubAllGlobals());

const day = 86_400_000;
const readStoredDraft = (stored: string) => {
  vi.stubGlobal("window", { localStorage: { getItem: () => stored } });
  return readDraft("requestDraft", ["request_content"]);
};

describe("the stored draft of a request", () => {
  test("is read 29 days after its last change", () => {
    vi.spyOn(Date, "now").mockReturnValue(29 * day);
    const draft = { typed: { request_content: "Kể về má" }, fileName: "ru.mp3" };
    expect(readStoredDraft(JSON.stringify({ ...draft, at: 0 }))).toEqual(draft);
  });

  test.each([30, 31])("is forgotten %d days after its last change", (days) => {
    vi.spyOn(Date, "now").mockReturnValue(days * day);
    expect(readStoredDraft('{"typed":{"request_content":"Kể về má"},"at":0}')).toEqual({ typed: {} });
  });

  test.each([
    "[",
    "null",
    '{"typed":{"request_content":3,"x":"y"},"fileName":4}',
  ])("is empty when the storage holds %s", (stored) => {
    expect(readStoredDraft(stored)).toEqual({ typed: {} });
  });

  test("has no texts but those of the form's fields", () => {
    vi.spyOn(Date, "now").mockReturnValue(0);
    expect(readStoredDraft('{"typed":{"request_content":3,"x":"y"},"fileName":4,"at":0}')).toEqual({ typed: {} });
  });
});
