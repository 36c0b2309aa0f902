import type { ReactNode } from "react";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { LyricsBody } from "#contract/request-lyrics.ts";
import type { SongRequestDetail, StaffRequestDetail } from "#contract/requests.ts";
import { testAreas } from "#test/component/area.tsx";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { openDesk } from "#test/component/desk.tsx";
import { renderWithin } from "#test/component/render.tsx";
import {
  aRequestDetail,
  aRequestEvent,
  aSongRequest,
  aSongVersion,
  aTalk,
  someLyrics,
} from "#test/component/requests.ts";
import { type Answers, fails, stubApi } from "#test/component/stub-api.ts";
import { stubUploads } from "#test/component/stub-upload.ts";
import { adminArea } from "../admin/area.ts";
import { forgetStored, writeStored } from "../lib/storage.ts";
import { useRead } from "../resource/data/queries.ts";
import { forgetDrafts, keepDrafts } from "../resource/form/drafts.ts";
import { BriefFacts } from "./brief.tsx";
import { DueDate } from "./due-date.tsx";
import { ReferenceFile } from "./reference-file.tsx";
import { RequestStates, requestLooks } from "./request-status.tsx";
import { AttachSong, SongVersions } from "./song-versions.tsx";
import { Talk } from "./talk.tsx";
import { Timeline } from "./timeline.tsx";

const show = (element: ReactNode) => renderWithin(element);
const text = (content: string | RegExp) => page.getByText(content);
const alert = page.getByRole("alert");

test("the badge of a status has its look", async () => {
  await show(<requestLooks.Badge state="processing" />);
  await expect.element(text("Đang xử lý")).toHaveAttribute("class", "badge badge--warning badge--dot");
});

describe("RequestStates", () => {
  const at = "2026-05-01T08:00:00.000Z";

  test.each([
    [{ unread_messages: 2 }, ["2 tin mới"]],
    [{ lyrics_state: "agreed" }, ["Khách duyệt lời xong"]],
    [{ lyrics_state: "changes_wanted" }, ["Khách góp ý lời"]],
    [{ lyrics_state: "waiting" }, []],
    [{ lyrics_state: "agreed", completed_at: at }, ["Cần sửa"]],
    [{ status: "completed", completed_at: at }, []],
    [{ status: "completed", completed_at: at, accepted_at: at }, ["Khách đã đồng ý", "Chưa thanh toán"]],
    [{ status: "completed", accepted_at: at, paid_at: at }, ["Khách đã đồng ý", "Đã thanh toán"]],
  ] as const)("marks %o with %o beside the status", async (state, marks) => {
    const request = aSongRequest({ status: "processing", ...state });
    const { container } = await show(<RequestStates request={request} />);
    expect([...container.querySelectorAll<HTMLElement>(".badge[title]")].map(({ title }) => title)).toEqual(marks);
    await fits();
  });

  test("says them in words where the request is open, the payment from the beginning on", async () => {
    const { rerender } = await show(<RequestStates request={aSongRequest({ lyrics_state: "agreed" })} isWhole />);
    await expect.element(text("Khách duyệt lời xong")).toHaveClass("badge--success");
    await expect.element(text("Chưa thanh toán")).not.toHaveClass("badge--success");
    await rerender(<RequestStates request={aSongRequest({ paid_at: at })} isWhole />);
    await expect.element(text("Đã thanh toán")).toHaveClass("badge--success");
  });

  test("leaves the payment out for a reader without a use for it", async () => {
    await show(<RequestStates request={aSongRequest({ accepted_at: at })} hidesPayment />);
    await expect.element(text("Khách đã đồng ý")).toBeInTheDocument();
    await expect.element(text("Chưa thanh toán")).not.toBeInTheDocument();
  });
});

test("DueDate shows the standing beside the day, which is Vietnam's", async () => {
  await show(<DueDate request={{ status: "new", due_at: "2026-05-06T17:30:00.000Z", waiting_since: null }} />);
  await expect.element(text("Hạn 07/05/2026")).toBeVisible();
  await expect.element(text(/^Trễ \d+ ngày$/)).toHaveClass("badge--danger");
});

describe("BriefFacts", () => {
  test("shows what the customer told, and names what is missing", async () => {
    await show(<BriefFacts brief={aSongRequest({ recipient: "Mẹ", words_wanted: "Con yêu mẹ\nmãi mãi" })} />);
    await expect.element(page.getByRole("term").first()).toHaveTextContent("Tặng ai");
    await expect.element(page.getByRole("definition").first()).toHaveTextContent("Mẹ");
    await expect
      .element(text("Khách chưa kể: dịp, tâm trạng, giọng hát, thể loại, nhịp, từ không được có, cách đọc tên."))
      .toBeVisible();
  });

  test("shows no list without any answer, and nothing missing with all", async () => {
    const { rerender } = await show(<BriefFacts brief={aSongRequest()} />);
    await expect.element(text(/^Khách chưa kể: dịp, tặng ai/)).toBeVisible();
    await expect.element(page.getByRole("term")).not.toBeInTheDocument();
    const all = { occasion: "a", recipient: "b", mood: "c", words_wanted: "d", words_unwanted: "e" };
    const chosen = { voice: "g", genre: "h", tempo: "i" };
    await rerender(<BriefFacts brief={aSongRequest({ ...all, ...chosen, name_pronunciation: "f" })} />);
    await expect.element(page.getByRole("term").nth(8)).toBeVisible();
    await expect.element(text(/^Khách chưa kể/)).not.toBeInTheDocument();
  });
});

describe("ReferenceFile", () => {
  test("is nothing without a file", async () => {
    await show(<ReferenceFile request={aSongRequest()} />);
    await expect.element(text("File tham khảo")).not.toBeInTheDocument();
  });

  test("plays under the customer's name of the file", async () => {
    const reference_file_url = "/demo/songs/ghe-ve-ben-cu.mp3";
    await show(<ReferenceFile request={aSongRequest({ reference_file_url, reference_file_name: "ru con.MP3" })} />);
    await expect.element(text(/ru con\.MP3$/)).toBeVisible();
    await page.getByRole("button", { name: "Phát: ru con" }).click();
    await expect.element(text(/^0:0[1-9] \/ /)).toBeVisible();
    await page.getByRole("button", { name: "Tạm dừng: ru con" }).click();
  });

  test("says that a file loads, until it plays or is stopped", async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockReturnValue(new Promise(() => {}));
    try {
      const reference_file_url = "/demo/songs/ghe-ve-ben-cu.mp3";
      await show(<ReferenceFile request={aSongRequest({ reference_file_url, reference_file_name: "ru.mp3" })} />);
      await page.getByRole("button", { name: "Phát: ru" }).click();
      const stop = page.getByRole("button", { name: "Tạm dừng: ru" });
      await expect.element(stop).toHaveAttribute("aria-busy", "true");
      await expect.element(text("Đang tải...")).toBeVisible();
      await stop.click();
      await expect.element(text("Đang tải...")).not.toBeInTheDocument();
    } finally {
      play.mockRestore();
    }
  });

  test("tells why a file can't be played", async () => {
    const reference_file_url = "/demo/songs/khong-co.mp3";
    await show(<ReferenceFile request={aSongRequest({ reference_file_url, reference_file_name: "ru.mp3" })} />);
    await page.getByRole("button", { name: "Phát: ru" }).click();
    await expect.element(alert).toHaveTextContent("Không thể phát file âm thanh: định dạng không được hỗ trợ.");
  });

  test("offers the download alone of a file that is not audio", async () => {
    const reference_file_url = "/uploads/recordings/0a.mp4?expires=1";
    await show(<ReferenceFile request={aSongRequest({ reference_file_url, reference_file_name: "ru.mp4" })} />);
    await expect.element(page.getByRole("button")).not.toBeInTheDocument();
    const link = page.getByRole("link", { name: "Tải file: ru" });
    await expect.element(link).toHaveAttribute("href", `${reference_file_url}&download=1`);
    await expect.element(link).toHaveAttribute("download", "ru.mp4");
  });
});

describe("SongVersions", () => {
  test("shows each version with its player, and whether the customer can hear it", async () => {
    const delivered = aSongVersion({ delivered_at: "2026-05-02T08:00:00.000Z" });
    await show(
      <SongVersions request={aRequestDetail({ songs: [aSongVersion({ number: 2 }), delivered] })} refreshes={[]} />,
    );
    const versions = page.getByRole("listitem");
    await expect.element(versions.nth(0)).toMatchTextContent(/Bản 2.*01\/05\/2026 15:00.*Khách chưa nghe được/);
    await expect.element(versions.nth(1)).toMatchTextContent(/Bản 1.*Khách nghe được/);
    await expect.element(page.getByRole("button", { name: "Phát: Yêu cầu 12, bản 2" })).toBeVisible();
    await expect.element(text("1:05").first()).toBeVisible();
  });

  test("says that there is none", async () => {
    await show(<SongVersions request={aRequestDetail()} refreshes={[]} />);
    await expect.element(text("Chưa có bản nhạc nào.")).toBeVisible();
  });
});

describe("AttachSong", () => {
  const key = "GET /api/song-requests/{id}";
  const input = page.getByLabelText("Gắn bản nhạc", { exact: true });
  const song = (name = "bai.mp3", size = 2048) => new File([new Uint8Array(size)], name, { type: "audio/mpeg" });

  function Attached() {
    const { data } = useRead(key, { params: { id: 12 } });
    return (
      <>
        <p>Số bản: {data?.data.songs.length}</p>
        {data && (
          <AttachSong
            endpoint="POST /api/song-requests/{id}/song"
            request={data.data}
            refreshes={["/api/song-requests"]}
          />
        )}
      </>
    );
  }

  async function open(fields: Partial<SongRequestDetail> = {}) {
    const api = stubApi({ [key]: aRequestDetail(fields) });
    writeStored("adminToken", "admin-token");
    const sent = stubUploads();
    await show(<Attached />);
    await expect.element(text("Số bản: 0")).toBeVisible();
    return { api, sent };
  }

  test("uploads with progress, then reads the request again", async () => {
    const { api, sent } = await open();
    await expect.element(text(/^Khách đã đồng ý/)).not.toBeInTheDocument();
    await userEvent.upload(input, song());
    await expect.element(page.getByRole("progressbar")).toHaveAccessibleName("Đang tải lên: bai.mp3");
    expect(sent[0]).toMatchObject({ endpoint: "POST /api/song-requests/12/song", token: "admin-token" });
    expect(sent[0]?.body.get("audio_file")).toHaveProperty("name", "bai.mp3");
    sent[0]?.progress(1024, 2048);
    await expect.element(text("1 KB / 2 KB, 50%")).toBeVisible();
    const attached = aRequestDetail({ songs: [aSongVersion()] });
    api.change({ [key]: attached });
    sent[0]?.reply(attached);
    await expect.element(page.getByRole("status").getByText("Đã gắn bản 1")).toBeVisible();
    await expect.element(text("Số bản: 1")).toBeVisible();
  });

  test("lets one listen and asks before the customer of a completed request hears it at once", async () => {
    const { sent } = await open({ status: "completed" });
    const question = page.getByRole("alertdialog", { name: "Khách nghe được ngay" });
    await userEvent.upload(input, song());
    await expect.element(page.getByLabelText("Nghe thử bai.mp3")).toBeVisible();
    await question.getByRole("button", { name: "Hủy" }).click();
    await expect.element(question).not.toBeInTheDocument();
    expect(sent).toEqual([]);
    await userEvent.upload(input, song("dung.mp3"));
    await question.getByRole("button", { name: "Gắn bản này" }).click();
    await expect.poll(() => sent.length).toBe(1);
  });

  test("warns once the customer has accepted a version", async () => {
    const warning = text("Khách đã đồng ý với một bản. Bản gắn thêm không thay bản mà khách tải về.");
    const { api } = await open({ accepted_at: "2026-05-04T08:00:00.000Z" });
    await expect.element(warning).toBeVisible();
    expect(api.requests(key)).toHaveLength(1);
  });

  test("refuses what is no audio without sending it", async () => {
    const { sent } = await open();
    await userEvent.upload(input, new File(["x"], "anh.png", { type: "image/png" }));
    await expect.element(alert).toHaveTextContent("Vui lòng chọn file âm thanh hợp lệ");
    expect(sent).toEqual([]);
  });

  test("shows a message of its own after an error without one", async () => {
    const { sent } = await open();
    await userEvent.upload(input, song());
    await expect.poll(() => sent.length).toBe(1);
    sent[0]?.fail(409);
    await expect.element(alert).toHaveTextContent("Không thể gắn bản nhạc, bạn thử lại nhé");
    await expect.element(page.getByRole("button", { name: "Gắn bản nhạc" })).toBeVisible();
  });
});

test("Timeline shows the steps with the customer's words, the latest first", async () => {
  const wish = { kind: "changes_requested", version: 1, second: 65, text: "Chậm hơn\nmột chút" } as const;
  await show(<Timeline events={[aRequestEvent(), aRequestEvent({ id: 2, ...wish })]} />);
  const steps = page.getByRole("list", { name: "Diễn biến" }).getByRole("listitem");
  await expect.element(steps.nth(0)).toMatchTextContent(/Khách muốn sửa bản 1, ở 1:05.*Chậm hơn.*một chút/);
  await expect.element(steps.nth(1)).toMatchTextContent(/Khách gửi yêu cầu.*01\/05\/2026 15:00/);
});

describe("the lyrics", () => {
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
    await expect.element(panel.getByRole("tab", { name: "Bài hát" })).toHaveAttribute("aria-selected", "true");
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
    await fits();
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
    await fits();
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
    await fits();
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
    await page
      .getByRole("alertdialog", { name: "Thu hồi lời bản 2?" })
      .getByRole("button", { name: "Thu hồi" })
      .click();
    await expect.element(version(2)).toMatchTextContent(/Đã thu hồi/);
    expect(api.requests(withdraw).map(({ params }) => params.lyrics_id)).toEqual(["42"]);
  });
});

describe("saved replies", () => {
  const list = "GET /api/account/saved-replies";
  const reply = { id: 1, title: "Hẹn ngày", text: "Chào {ten}, bài {ma} xong ngày {ngay_giao}", is_shared: true };
  const replies = [{ ...reply, can_change: true }];
  const menu = page.getByRole("button", { name: "Câu trả lời soạn sẵn" });
  const dialog = page.getByRole("dialog", { name: "Câu trả lời soạn sẵn" });

  async function open(answers: Parameters<typeof stubApi>[0] = {}) {
    const api = stubApi({
      "GET /api/song-requests/{id}/messages": aTalk({ unread: 0 }),
      "POST /api/song-requests/{id}/messages/read": { unread: 0 },
      [list]: replies,
      ...answers,
    });
    const request = aSongRequest({ code: "HRAB", customer_name: "Lan", due_at: "2026-05-06T10:00:00.000Z" });
    const [area] = testAreas;
    await renderWithin(<Talk request={request} refreshes={["/api/song-requests"]} maySaveForAll />, area && { area });
    await expect.element(page.getByRole("log")).toBeVisible();
    return api;
  }

  test("a saved reply goes into the message with its fields filled in, below what is typed", async () => {
    await open();
    const area = page.getByLabelText("Nhắn cho khách");
    await area.fill("Dạ vâng");
    await menu.click();
    await page.getByRole("menuitem", { name: "Hẹn ngày" }).click();
    await expect.element(area).toHaveValue("Dạ vâng\nChào Lan, bài HRAB xong ngày 06/05/2026");
    await checkScreen();
  });

  test("replies are added, changed and deleted in a dialog", async () => {
    const api = await open({
      "POST /api/account/saved-replies": { ...reply, id: 2, can_change: true },
      "PUT /api/account/saved-replies/{id}": { ...reply, can_change: true },
      "DELETE /api/account/saved-replies/{id}": { success: true },
    });
    await menu.click();
    await page.getByRole("menuitem", { name: "Sửa, thêm câu trả lời" }).click();
    await expect.element(dialog.getByText("Hẹn ngày")).toBeVisible();
    await checkScreen();
    await dialog.getByRole("button", { name: "Thêm câu trả lời" }).click();
    const form = page.getByRole("dialog", { name: "Thêm câu trả lời" });
    await form.getByLabelText(/^Tên để tìm/).fill("Cảm ơn");
    await form.getByLabelText("Câu trả lời", { exact: true }).fill("Cảm ơn {ten}");
    await form.getByRole("switch", { name: "Cho mọi người dùng" }).click();
    await form.getByRole("button", { name: "Lưu" }).click();
    await vi.waitFor(() =>
      expect(api.requests("POST /api/account/saved-replies").map(({ body }) => body)).toEqual([
        { title: "Cảm ơn", text: "Cảm ơn {ten}", is_shared: true },
      ]),
    );
    await dialog.getByRole("button", { name: "Xóa: Hẹn ngày" }).click();
    await page.getByRole("button", { name: "Xóa", exact: true }).click();
    await vi.waitFor(() =>
      expect(api.requests("DELETE /api/account/saved-replies/{id}").map(({ params }) => params)).toEqual([{ id: "1" }]),
    );
  });

  test("who may only read sees no composer", async () => {
    await open({ "GET /api/song-requests/{id}/messages": aTalk({ can_write: false, unread: 0 }) });
    await expect.element(page.getByText("Bạn nhận yêu cầu này rồi hãy nhắn cho khách.")).toBeVisible();
    await expect.element(page.getByLabelText("Nhắn cho khách")).not.toBeInTheDocument();
    await fits();
  });
});

describe("a message's draft", () => {
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
});
