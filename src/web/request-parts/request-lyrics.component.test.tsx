import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import type { LyricsBody } from "#contract/request-lyrics.ts";
import type { StaffRequestDetail } from "#contract/requests.ts";
import { checkScreen } from "#test/component/check-screen.ts";
import { openDesk } from "#test/component/desk.tsx";
import { aRequestDetail, someLyrics } from "#test/component/requests.ts";
import { type Answers, fails } from "#test/component/stub-api.ts";
import { forgetDrafts, keepDrafts } from "../resource/form/drafts.ts";

const detail = "GET /api/staff/requests/{id}";
const send = "POST /api/staff/requests/{id}/lyrics";
const withdraw = "POST /api/staff/requests/{id}/lyrics/{lyrics_id}/withdraw";
const heading = "Chào Trần Thu Hà";
const time = "2026-05-04T08:00:00.000Z";
const panel = page.getByRole("dialog", { name: "Yêu cầu #12" });
const button = (name: string) => panel.getByRole("button", { name });
const form = (name: string) => page.getByRole("dialog", { name });
const version = (number: number) => panel.getByRole("region", { name: `Lời bản ${number}` });

async function open(fields: Partial<StaffRequestDetail> = {}, answers: Answers = {}) {
  const request = aRequestDetail({ staff_id: 3, staff_name: "Trần Thu Hà", status: "processing", ...fields });
  const desk = await openDesk({ [detail]: request, ...answers }, { at: "/staff/dashboard?open=12" });
  await expect.element(panel.getByRole("heading", { name: "Khách hàng" })).toBeVisible();
  return { ...desk, request };
}

test("the first lyrics are sent with a note, after nothing", async () => {
  const { api, request } = await open();
  await expect.element(panel.getByText(/^Chưa gửi lời nào/)).toBeVisible();
  await button("Gửi lời cho khách duyệt").click();
  const dialog = form("Gửi lời cho khách duyệt");
  await dialog.getByLabelText(/^Lời bài hát/).fill("Mẹ ngồi bên hiên\nĐong đưa võng");
  await dialog.getByLabelText("Lời nhắn cho khách").fill("Bạn đọc nhé");
  await checkScreen({ heading });
  const sent = { ...request, waiting_since: time, lyrics: [someLyrics({ text: "Mẹ ngồi bên hiên\nĐong đưa võng" })] };
  api.change({ [send]: sent, [detail]: sent });
  await dialog.getByRole("button", { name: "Gửi cho khách" }).click();
  await expect.element(panel.getByText(/^Đang chờ khách duyệt lời, hạn dừng từ 04\/05\/2026/)).toBeVisible();
  await expect.element(version(1)).toMatchTextContent(/Chờ khách.*Mẹ ngồi bên hiên/);
  await expect.element(panel.getByText("Chờ khách duyệt lời từ 04/05/2026")).toBeVisible();
  expect(api.requests(send).map(({ body }) => body)).toEqual([
    { text: "Mẹ ngồi bên hiên\nĐong đưa võng", note: "Bạn đọc nhé", after: null },
  ]);
  await checkScreen({ heading });
});

test("what the customer wrote stands at its lines, and the next version begins with the text and says what it follows", async () => {
  const wanted = someLyrics({
    state: "changes_wanted",
    answered_at: time,
    answer: "Hay lắm",
    notes: [
      { line: 0, text: null },
      { line: 4, text: "Đổi “ầu ơ”" },
    ],
  });
  const { api } = await open({ lyrics: [wanted] });
  await expect
    .element(version(1))
    .toMatchTextContent(/Khách góp ý.*Hay lắm.*Mẹ ngồi bên hiên vắng.*Đánh dấu.*Đổi “ầu ơ”/);
  await checkScreen({ heading });
  await button("Gửi bản lời mới").click();
  const dialog = form("Gửi bản lời mới");
  await expect.element(dialog.getByLabelText(/^Lời bài hát/)).toHaveValue(wanted.text);
  await dialog.getByLabelText(/^Lời bài hát/).fill("Mẹ ngồi bên hiên nhà");
  await checkScreen({ heading });
  api.change({ [send]: fails(409, "Lời vừa có thay đổi") });
  await dialog.getByRole("button", { name: "Gửi cho khách" }).click();
  await expect.element(dialog.getByText("Lời vừa có thay đổi")).toBeVisible();
  expect(api.requests(send).map(({ body }) => body)).toEqual([
    { text: "Mẹ ngồi bên hiên nhà", note: null, after: { number: 1, state: "changes_wanted" } },
  ]);
});

test("an answer that came meanwhile is shown beside the text, and the next press sends it", async () => {
  const waiting = someLyrics();
  const { api, request } = await open({ waiting_since: time, lyrics: [waiting] });
  await button("Gửi bản lời mới").click();
  const dialog = form("Gửi bản lời mới");
  const text = dialog.getByLabelText(/^Lời bài hát/);
  await text.fill("Mẹ ngồi bên hiên nhà");
  const notes = [{ line: 4, text: "Đổi “ầu ơ”" }];
  const wanted = someLyrics({ state: "changes_wanted", answered_at: time, answer: "Hay lắm", notes });
  const answered = { ...request, waiting_since: null, lyrics: [wanted] };
  api.change({ [send]: fails(409, "Lời vừa có thay đổi"), [detail]: answered });
  const press = dialog.getByRole("button", { name: "Gửi cho khách" });
  await press.click();
  await expect.element(dialog.getByText("Lời vừa có thay đổi")).toBeVisible();
  await expect.element(dialog.getByText("Khách góp ý bản 1")).toBeVisible();
  await expect.element(dialog.getByText("“Nhớ tiếng mẹ ầu ơ”: Đổi “ầu ơ”")).toBeVisible();
  await expect.element(text).toHaveValue("Mẹ ngồi bên hiên nhà");
  await checkScreen({ heading });
  api.change({ [send]: answered });
  await press.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.requests(send).map(({ body }) => (body as LyricsBody).after)).toEqual([
    { number: 1, state: "waiting" },
    { number: 1, state: "changes_wanted" },
  ]);
});

test("the text comes back after a session that ended", async () => {
  const { unmount } = await open();
  await button("Gửi lời cho khách duyệt").click();
  const dialog = form("Gửi lời cho khách duyệt");
  await dialog.getByLabelText(/^Lời bài hát/).fill("Mẹ ngồi bên hiên nhà");
  keepDrafts("thu-ha");
  onTestFinished(forgetDrafts);
  await unmount();
  await open();
  await expect.element(dialog.getByLabelText(/^Lời bài hát/)).toHaveValue("Mẹ ngồi bên hiên nhà");
});

test("versions are compared, and lyrics sent by mistake are taken back after a question", async () => {
  const first = someLyrics({ state: "superseded" });
  const second = someLyrics({ number: 2, text: first.text.replace("vắng", "nhà") });
  const { api, request } = await open({ waiting_since: time, lyrics: [second, first] });
  await version(2).getByRole("button", { name: "So với bản 1" }).click();
  expect(version(2).element().querySelector("ins")?.textContent).toContain("nhà");
  expect(version(2).element().querySelector("del")?.textContent).toContain("vắng");
  await checkScreen({ heading });
  const taken = { ...request, waiting_since: null, lyrics: [{ ...second, state: "withdrawn" as const }, first] };
  api.change({ [withdraw]: taken, [detail]: taken });
  await button("Thu hồi").click();
  await page.getByRole("alertdialog", { name: "Thu hồi lời bản 2?" }).getByRole("button", { name: "Thu hồi" }).click();
  await expect.element(version(2)).toMatchTextContent(/Đã thu hồi/);
  expect(api.requests(withdraw).map(({ params }) => params.lyrics_id)).toEqual(["42"]);
});
