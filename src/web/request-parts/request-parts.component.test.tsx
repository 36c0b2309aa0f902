import type { ReactNode } from "react";
import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { SongRequestDetail } from "#contract/requests.ts";
import { renderWithin } from "#test/component/render.tsx";
import { aRequestDetail, aRequestEvent, aSongRequest, aSongVersion } from "#test/component/requests.ts";
import { stubApi } from "#test/component/stub-api.ts";
import { stubUploads } from "#test/component/stub-upload.ts";
import { writeStored } from "../lib/storage.ts";
import { useRead } from "../resource/data/queries.ts";
import { BriefFacts } from "./brief.tsx";
import { titleFor } from "./deliver-song.tsx";
import { DueDate, standingOf } from "./due-date.tsx";
import { playbackError, ReferenceFile } from "./reference-file.tsx";
import { LyricsBadge, PaidBadge, StatusBadge } from "./request-status.tsx";
import { AttachSong, SongVersions } from "./song-versions.tsx";
import { Timeline } from "./timeline.tsx";

const show = (element: ReactNode) => renderWithin(element);
const text = (content: string | RegExp) => page.getByText(content);
const alert = page.getByRole("alert");

describe("StatusBadge", () => {
  test.each([
    ["new", "Mới", "info"],
    ["processing", "Đang xử lý", "warning"],
    ["completed", "Hoàn thành", "success"],
    ["archived", "Mới", "info"],
  ])("of %s shows %s", async (status, label, kind) => {
    await show(<StatusBadge status={status} />);
    await expect.element(text(label)).toHaveClass(`badge--${kind}`);
  });

  test("of cancelled shows Đã hủy without a colour", async () => {
    await show(<StatusBadge status="cancelled" />);
    await expect.element(text("Đã hủy")).toHaveAttribute("class", "badge badge--dot");
  });
});

test("PaidBadge tells whether a request is paid", async () => {
  await show(
    <>
      <PaidBadge request={{ paid_at: null }} />
      <PaidBadge request={{ paid_at: "2026-05-01T08:00:00.000Z" }} />
    </>,
  );
  await expect.element(text("Chưa thanh toán")).not.toHaveClass("badge--success");
  await expect.element(text("Đã thanh toán")).toHaveClass("badge--success");
});

test("LyricsBadge tells of the customer's answer until there is a song", async () => {
  const request = { status: "processing", completed_at: null, lyrics_state: "agreed" } as const;
  const { rerender } = await show(<LyricsBadge request={request} />);
  await expect.element(text("Khách duyệt lời xong")).toHaveClass("badge--success");
  await rerender(<LyricsBadge request={{ ...request, lyrics_state: "changes_wanted" }} />);
  await expect.element(text("Khách góp ý lời")).toHaveClass("badge--danger");
  await rerender(<LyricsBadge request={{ ...request, completed_at: "2026-05-01T08:00:00.000Z" }} />);
  await expect.element(text(/^Khách/)).not.toBeInTheDocument();
  await rerender(<LyricsBadge request={{ ...request, lyrics_state: "waiting" }} />);
  await expect.element(text(/^Khách/)).not.toBeInTheDocument();
});

test.each([
  ["Cha mẹ", "Ngày cưới", "Bài hát tặng cha mẹ"],
  ["Lan và Minh", null, "Bài hát tặng Lan và Minh"],
  ["Chính tôi", "Sinh nhật", "Bài hát sinh nhật"],
  ["Chính tôi", null, ""],
  [null, "Giỗ Tổ", "Bài hát Giỗ Tổ"],
])("a song for %s at %s is proposed to be called %s", (recipient, occasion, title) => {
  expect(titleFor({ recipient, occasion })).toBe(title);
});

describe("standingOf", () => {
  const due_at = "2026-05-06T10:00:00.000Z";
  const hour = 60 * 60_000;
  const at = (hours: number, status: "new" | "processing" | "completed" | "cancelled" = "processing") =>
    standingOf({ status, due_at, waiting_since: null }, Date.parse(due_at) + hours * hour);

  test.each([
    [-24 * 6, { label: "Còn 3 ngày làm việc" }],
    [-25, { label: "Còn 1 ngày làm việc" }],
    [-10, { label: "Đến hạn hôm nay", kind: "warning" }],
    [1, { label: "Trễ hạn", kind: "danger" }],
    [49, { label: "Trễ 2 ngày", kind: "danger" }],
  ])("%d hours after the due time is %j", (hours, standing) => expect(at(hours)).toEqual(standing));

  test("of a request whose lyrics wait is that its clock stands still, also when it was late", () => {
    const waiting_since = "2026-05-08T10:00:00.000Z";
    const standing = { label: "Chờ khách duyệt lời từ 08/05/2026" };
    expect(standingOf({ status: "processing", due_at, waiting_since }, Date.parse(due_at) + 49 * hour)).toEqual(
      standing,
    );
  });

  test.each(["completed", "cancelled"] as const)("of a request that is %s is nothing", (status) => {
    expect(at(49, status)).toBeUndefined();
  });

  test("is shown beside the day, which is Vietnam's", async () => {
    await show(<DueDate request={{ status: "new", due_at: "2026-05-06T17:30:00.000Z", waiting_since: null }} />);
    await expect.element(text("Hạn 07/05/2026")).toBeVisible();
    await expect.element(text(/^Trễ \d+ ngày$/)).toHaveClass("badge--danger");
  });
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

  test.each([
    [1, "Không thể phát file âm thanh: không tìm thấy file."],
    [2, "Không thể phát file âm thanh: lỗi mạng."],
    [3, "Không thể phát file âm thanh: file bị hỏng."],
    [4, "Không thể phát file âm thanh: định dạng không được hỗ trợ."],
    [5, "Lỗi khi tải file âm thanh."],
    [undefined, "Lỗi khi tải file âm thanh."],
  ])("says for code %s: %s", (code, message) => expect(playbackError(code)).toBe(message));
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

  test("does not warn before", async () => {
    await open();
    await expect.element(text(/^Khách đã đồng ý/)).not.toBeInTheDocument();
  });

  test("refuses what is no audio without sending it", async () => {
    const { sent } = await open();
    await userEvent.upload(input, new File(["x"], "anh.png", { type: "image/png" }));
    await expect.element(alert).toHaveTextContent("Vui lòng chọn file âm thanh hợp lệ");
    expect(sent).toEqual([]);
  });

  test.each([
    ["the server's message", "Yêu cầu đã bị hủy", "Yêu cầu đã bị hủy"],
    ["a message of its own", undefined, "Không thể gắn bản nhạc, bạn thử lại nhé"],
  ])("shows %s after an error", async (_name, detail, message) => {
    const { sent } = await open();
    await userEvent.upload(input, song());
    await expect.poll(() => sent.length).toBe(1);
    sent[0]?.fail(409, detail);
    await expect.element(alert).toHaveTextContent(message);
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
