import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { testAreas } from "#test/component/area.tsx";
import { renderWithin } from "#test/component/render.tsx";
import { aSongRequest, aTalk } from "#test/component/requests.ts";
import { stubApi } from "#test/component/stub-api.ts";
import { adminArea } from "../admin/area.ts";
import { forgetStored } from "../lib/storage.ts";
import { Talk } from "./talk.tsx";

const area = page.getByLabelText("Nhắn cho khách");

/** Opens the talk of a request as an account of the back office. */
async function open(account: string) {
  stubApi({
    "GET /api/song-requests/{id}/messages": aTalk({ unread: 0 }),
    "POST /api/song-requests/{id}/messages/read": { unread: 0 },
    "GET /api/account/saved-replies": [],
  });
  const own = { ...(testAreas[0] ?? adminArea), fetchAccount: async () => account };
  const talk = <Talk request={aSongRequest()} refreshes={["/api/song-requests"]} maySaveForAll />;
  const rendered = await renderWithin(talk, { area: own });
  await expect.element(area).toBeVisible();
  return rendered;
}

test("a message that is being typed is there again for its writer alone", async () => {
  onTestFinished(() => forgetStored("deskTalk:admin:"));
  const first = await open("an@example.com");
  await area.fill("Dạ, tên bé đọc");
  await first.unmount();
  const second = await open("binh@example.com");
  await expect.element(area).toHaveValue("");
  await second.unmount();
  await open("an@example.com");
  await expect.element(area).toHaveValue("Dạ, tên bé đọc");
});
