import { expect, test } from "vitest";
import { paced, restUntil } from "./provider-http.ts";

test("requests begin in turn, at most so often", async () => {
  let time = 1000;
  const pauses: number[] = [];
  const turn = paced(
    350,
    () => time,
    async (ms) => void pauses.push(ms),
  );
  const { signal } = new AbortController();
  await Promise.all([turn(signal), turn(signal), turn(signal)]);
  expect(pauses).toEqual([350, 700]);
  time = 1900;
  await turn(signal);
  expect(pauses).toEqual([350, 700, 150]);
  time = 9000;
  await turn(signal);
  expect(pauses).toHaveLength(3);
});

test.each([
  [{ "retry-after": "120" }, 120_000],
  [{ "retry-after": "Tue, 05 May 2026 05:02:00 GMT" }, 120_000],
  [{ "x-sepay-userapi-retry-after": "5" }, 5_000],
  [{ "retry-after": "0" }, 1_000],
  [{ "retry-after": "soon" }, 60_000],
  [{}, 60_000],
  [{ "retry-after": "999999999" }, 24 * 3600_000],
])("the pause of %j is %i ms", (headers, ms) => {
  const now = Date.parse("2026-05-05T05:00:00Z");
  expect(restUntil(headers, now).getTime() - now).toBe(ms);
});
