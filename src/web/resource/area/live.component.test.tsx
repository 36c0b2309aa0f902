import { expect, onTestFinished, test, vi } from "vitest";
import type { LiveTopic } from "#contract/live.ts";
import { passTime, stopClock } from "#test/component/clock.ts";
import { renderWithin } from "#test/component/render.tsx";
import { eventStream, fails, stubApi } from "#test/component/stub-api.ts";
import { hideTab, settled } from "#test/component/visitor.ts";
import { adminArea } from "../../admin/area.ts";
import { writeStored } from "../../lib/storage.ts";
import { type Area } from "./area.ts";
import { LiveProvider, useLiveTopics } from "./live.tsx";

const endpoint = "GET /api/admin/changes";

function List({ topics, onChange }: { topics: readonly LiveTopic[]; onChange: () => void }) {
  useLiveTopics(topics, onChange);
  return null;
}

async function open({ area = adminArea, answer }: { area?: Area; answer?: ReturnType<typeof fails> } = {}) {
  writeStored("adminToken", "admin-token");
  const stream = eventStream();
  const api = stubApi({ [endpoint]: answer ?? stream.answer });
  const [onSignedOut, onSongs, onSite] = [vi.fn(), vi.fn(), vi.fn()];
  stopClock();
  const screen = await renderWithin(
    <LiveProvider onSignedOut={onSignedOut}>
      <List topics={["catalogue"]} onChange={onSongs} />
      <List topics={["catalogue", "site"]} onChange={onSite} />
    </LiveProvider>,
    { area },
  );
  const send = async (topics: readonly LiveTopic[], id: string) => {
    stream.send({ topics }, id);
    await settled();
  };
  const ids = () => api.requests(endpoint).map(({ lastEventId }) => lastEventId);
  return { ...screen, api, stream, send, ids, onSignedOut, onSongs, onSite };
}

test("opens one stream with the area's token, and calls the lists of a changed topic", async () => {
  const { api, stream, send, onSongs, onSite } = await open();
  await expect.poll(stream.isOpen).toBe(true);
  expect(api.requests(endpoint).map(({ token }) => token)).toEqual(["admin-token"]);
  await send([], "1.1");
  await passTime(2000);
  expect([onSongs, onSite].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  await send(["site"], "1.2");
  await passTime(2000);
  expect([onSongs, onSite].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
});

test("makes one call of several changes within a short time", async () => {
  const { stream, send, onSongs, onSite } = await open();
  await expect.poll(stream.isOpen).toBe(true);
  await send(["catalogue"], "2.1");
  await send(["catalogue", "site"], "3.2");
  expect(onSongs).not.toHaveBeenCalled();
  await passTime(2000);
  expect([onSongs, onSite].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  await send(["catalogue"], "4.2");
  await passTime(2000);
  expect([onSongs, onSite].map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
});

/** Simulates a tab that only sends and receives messages. */
function joinTabs() {
  const channel = new BroadcastChannel(endpoint);
  const { promise, resolve } = Promise.withResolvers<unknown>();
  channel.addEventListener("message", ({ data }) => resolve(data));
  onTestFinished(() => channel.close());
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
    post: (message: unknown) => channel.postMessage(message),
    /** Resolves to the first message. */
    received: () => promise,
  };
}

/** Opens a second tab beside that of `open`. */
async function openAnother() {
  const [onSignedOut, onSongs] = [vi.fn(), vi.fn()];
  const tab = await renderWithin(
    <LiveProvider onSignedOut={onSignedOut}>
      <List topics={["catalogue"]} onChange={onSongs} />
    </LiveProvider>,
  );
  await settled();
  return { ...tab, onSignedOut, onSongs };
}

test("tabs share one stream, and both call their lists", async () => {
  const { stream, send, ids, onSongs } = await open();
  await expect.poll(stream.isOpen).toBe(true);
  await send([], "20.1");
  const other = await openAnother();
  await send(["catalogue"], "20.2");
  await expect.poll(async () => (await passTime(2000), other.onSongs.mock.calls.length)).toBe(1);
  expect(onSongs).toHaveBeenCalledOnce();
  expect(ids()).toEqual([undefined]);
});

test("a second tab takes over where the first ends", async () => {
  const { stream, send, ids, unmount, onSongs } = await open();
  await expect.poll(stream.isOpen).toBe(true);
  await send([], "21.1");
  const other = await openAnother();
  await send(["catalogue"], "21.2");
  await expect.poll(async () => (await passTime(2000), other.onSongs.mock.calls.length)).toBe(1);
  await unmount();
  await expect.poll(ids).toEqual([undefined, "21.2"]);
  await expect.poll(stream.isOpen).toBe(true);
  await send(["catalogue"], "21.3");
  await passTime(2000);
  expect([onSongs, other.onSongs].map(({ mock }) => mock.calls.length)).toEqual([1, 2]);
});

test("a tab that has heard no event takes over where the first ends", async () => {
  const { stream, send, ids, unmount } = await open();
  await expect.poll(stream.isOpen).toBe(true);
  await send([], "22.1");
  await openAnother();
  // Messages arrive in order: behind the answer to this tab, the other one has received its own.
  const tab = joinTabs();
  tab.post("hello");
  expect(await tab.received()).toEqual({ id: "22.1" });
  await unmount();
  await expect.poll(ids).toEqual([undefined, "22.1"]);
});

test("a session that ends in the reading tab is refused there alone", async () => {
  const { stream, send, api, onSignedOut } = await open();
  await expect.poll(stream.isOpen).toBe(true);
  await send([], "23.1");
  const other = await openAnother();
  api.change({ [endpoint]: fails(401, "Hết phiên") });
  stream.end();
  await settled();
  await passTime(2000);
  await expect.poll(() => onSignedOut.mock.calls.length).toBe(1);
  expect(other.onSignedOut).not.toHaveBeenCalled();
  expect(api.requests(endpoint)).toHaveLength(2);
});

test("calls all lists of a tab whose missed changes no tab knows", async () => {
  const { stream, send, onSongs, onSite } = await open();
  await expect.poll(stream.isOpen).toBe(true);
  await send([], "24.1");
  await hideTab(true);
  const [tab, last] = [joinTabs(), joinTabs()];
  tab.post({ id: "24.9", data: { topics: [] }, isFresh: true });
  // Its channel was opened last, so all others have received the message as well.
  await last.received();
  await settled();
  await hideTab(false);
  await passTime(2000);
  expect([onSongs, onSite].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test("reads a stream of its own where the browser has no locks", async () => {
  vi.spyOn(Navigator.prototype, "locks", "get").mockReturnValue(undefined as unknown as LockManager);
  const { stream, send, onSongs } = await open();
  await expect.poll(stream.isOpen).toBe(true);
  await send(["catalogue"], "25.1");
  await passTime(2000);
  expect(onSongs).toHaveBeenCalledOnce();
});

test("closes the stream while the tab is hidden, and then asks for what was missed", async () => {
  const { stream, send, ids, onSongs } = await open();
  await expect.poll(stream.isOpen).toBe(true);
  await send([], "5.5");
  await hideTab(true);
  expect(stream.isOpen()).toBe(false);
  await passTime(120_000);
  expect(ids()).toEqual([undefined]);
  await hideTab(false);
  await expect.poll(stream.isOpen).toBe(true);
  expect(ids()).toEqual([undefined, "5.5"]);
  await send(["catalogue"], "6.5");
  await passTime(2000);
  expect(onSongs).toHaveBeenCalledOnce();
});

test("learns in a tab that opens hidden where to begin later", async () => {
  await hideTab(true);
  const { stream, send, ids } = await open();
  await expect.poll(stream.isOpen).toBe(true);
  await send([], "7.7");
  expect(stream.isOpen()).toBe(false);
  await hideTab(false);
  await expect.poll(ids).toEqual([undefined, "7.7"]);
});

test("reconnects after the server has ended the stream", async () => {
  const { stream, send, ids } = await open();
  await expect.poll(stream.isOpen).toBe(true);
  await send([], "8.8");
  stream.end();
  await settled();
  await passTime(2000);
  await expect.poll(ids).toEqual([undefined, "8.8"]);
});

test.each([
  [401, 1],
  [403, 0],
])("a refusal with %i ends the stream and reports %i ended sessions", async (status, count) => {
  const { api, onSignedOut } = await open({ answer: fails(status, "Không") });
  await expect.poll(() => api.requests(endpoint).length).toBe(1);
  await settled();
  await passTime(120_000);
  expect(onSignedOut).toHaveBeenCalledTimes(count);
  expect(api.requests(endpoint)).toHaveLength(1);
});

test("ends the stream and forgets pending changes with the back office", async () => {
  const { stream, send, unmount, onSongs, onSignedOut } = await open();
  await expect.poll(stream.isOpen).toBe(true);
  await send(["catalogue"], "9.9");
  await unmount();
  expect(stream.isOpen()).toBe(false);
  await passTime(2000);
  expect([onSongs, onSignedOut].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});

test("opens no stream for a back office without one", async () => {
  const { api } = await open({ area: { ...adminArea, changes: undefined } });
  await settled();
  expect(api.requests(endpoint)).toEqual([]);
});
