/** Details beside a list, its tabs and its keys, tested with a resource whose details have fields. */
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type Song, SongBody } from "#contract/catalogue.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { renderWithin } from "#test/component/render.tsx";
import { aSong, someLines } from "#test/component/samples.ts";
import { type Answers, counted, stubApi } from "#test/component/stub-api.ts";
import * as songsScreen from "../admin/songs/screen.tsx";
import { setKeysOn } from "../lib/keys.ts";
import { Modal } from "./controls/modal.tsx";
import { useChange } from "./data/queries.ts";
import { TextField } from "./form/fields.tsx";
import { ResourceForm } from "./form/resource-form.tsx";
import { defineResource } from "./resource.ts";
import { ResourceScreen } from "./resource-screen.tsx";

const list = "GET /api/songs";
const one = "GET /api/songs/{id}";
const save = "PUT /api/songs/{id}";

const songs = defineResource({
  title: "Bài hát",
  noun: "bài hát",
  nameOf: (song: Song) => song.title,
  view: "table",
  list: { endpoint: list, isPaged: true },
  search: { label: "Tìm bài hát", placeholder: "Tên" },
  sizes: { choices: [10], default: 10 },
  tabs: {
    name: "tab",
    label: "Trạng thái",
    choices: [
      { value: "shown", label: "Đang hiện", query: { active: true }, isUrgent: true },
      { value: "all", label: "Tất cả", query: {} },
    ],
    endpoint: "GET /api/songs/count",
    counts: ({ total }) => ({ shown: total, all: total + 1 }),
    fallback: "Không đếm được",
  },
  columns: [
    {
      id: "title",
      label: "Tên",
      card: "title",
      cell: (song, { open }) => (
        <button type="button" className="row-open" onClick={() => open(song)}>
          {song.title}
        </button>
      ),
    },
    { id: "artist", label: "Tác giả", cell: ({ artist }) => artist },
  ],
  empty: { title: "Chưa có bài nào" },
  detail: {
    endpoint: one,
    dialog: (song, _tools, onClose) => <SongPanel song={song} onClose={onClose} />,
  },
  bulk: [{ kind: "deactivate_songs", label: "Ẩn", verb: "ẩn" }],
  refreshes: ["/api/songs"],
});

function SongPanel({ song, onClose }: { song: Song; onClose: () => void }) {
  const change = useChange(save, { refreshes: ["/api/songs"], successMessage: "Đã lưu" });
  return (
    <ResourceForm
      name={String(song.id)}
      title={`Bài ${song.title}`}
      isPanel
      schema={SongBody.pick({ title: true })}
      values={{ title: song.title }}
      submit={(body) => change.mutateAsync({ params: { id: song.id }, body })}
      onClose={onClose}
    >
      <p>Của {song.artist}</p>
      <TextField name="title" label="Tên bài" required />
    </ResourceForm>
  );
}

const three = [1, 2, 3].map((id) => aSong({ id, title: `Khúc ${id}`, artist: `Tác giả ${id}` }));

async function open(given: Answers = {}, at = "/admin/songs", resource = songs) {
  const api = stubApi({
    [list]: counted(three, 3),
    "GET /api/songs/count": { total: 3 },
    "GET /api/admin/bulk": [],
    [one]: ({ params }) => three.find(({ id }) => String(id) === params.id) as Song,
    ...given,
  });
  const rendered = await renderWithin(
    <div style={{ paddingInline: "var(--gutter)" }}>
      <ResourceScreen resource={resource} />
    </div>,
    { at },
  );
  await expect.poll(() => api.requests(list).length).toBeGreaterThan(0);
  return { ...rendered, api };
}

const panel = (id: number) => page.getByRole("dialog", { name: `Bài Khúc ${id}`, exact: true });
const row = (id: number) => page.getByRole("row").filter({ hasText: `Khúc ${id}` });
const opener = (id: number) => page.getByRole("button", { name: `Khúc ${id}`, exact: true });
const field = page.getByRole("textbox", { name: /^Tên bài/ });
const question = page.getByRole("alertdialog", { name: "Bỏ các thay đổi?" });

describe("a panel", () => {
  test("stands beside the list, which stays usable", async () => {
    const { address } = await open();
    await opener(1).click();
    await expect.element(panel(1)).toHaveFocus();
    await expect.element(row(1)).toHaveAttribute("aria-current", "true");
    await expect.poll(address).toBe("/admin/songs?open=1");
    await opener(3).click();
    await expect.element(panel(3)).toBeVisible();
    await expect.element(panel(1)).not.toBeInTheDocument();
    await expect.poll(address).toBe("/admin/songs?open=3");
    const [left, right] = [row(3), panel(3)].map((each) => each.element().getBoundingClientRect());
    expect(left?.right).toBeLessThanOrEqual(right?.left ?? 0);
    await checkScreen({ widths: [1280] });
  });

  test("takes its entry of the history along when it is closed", async () => {
    const { address, go } = await open({}, "/admin/songs?q=khuc");
    await go("/admin/songs");
    await opener(1).click();
    await opener(3).click();
    await expect.element(panel(3)).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(panel(3)).not.toBeInTheDocument();
    await expect.poll(address).toBe("/admin/songs");
    await go(-1);
    await expect.poll(address).toBe("/admin/songs?q=khuc");
  });

  test("opens by a press on the row, but not on its controls", async () => {
    await open();
    await page.getByRole("checkbox", { name: "Chọn: Khúc 2" }).click();
    await expect.element(page.getByText("Đã chọn 1 bài hát")).toBeVisible();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await page.getByText("Tác giả 2").click();
    await expect.element(panel(2)).toBeVisible();
    await checkScreen({ widths: [1280] });
  });

  test("walks through the rows by keys and buttons, and closes on Esc", async () => {
    const { address } = await open({}, "/admin/songs?open=1");
    await expect.element(panel(1)).toHaveFocus();
    await expect.element(page.getByRole("button", { name: "Dòng trước" })).toBeDisabled();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(panel(2)).toHaveFocus();
    await userEvent.keyboard("j");
    await expect.element(panel(3)).toHaveFocus();
    await expect.element(page.getByRole("button", { name: "Dòng sau" })).toBeDisabled();
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(panel(2)).toHaveFocus();
    await page.getByRole("button", { name: "Dòng trước" }).click();
    await expect.element(panel(1)).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await expect.element(opener(1)).toHaveFocus();
    await expect.poll(address).toBe("/admin/songs");
  });

  test("keeps its place when its row leaves the list", async () => {
    const { api, go } = await open({}, "/admin/songs?open=2");
    await expect.element(panel(2)).toBeVisible();
    api.change({ [list]: counted([three[0] as Song, three[2] as Song], 2) });
    await go("/admin/songs?open=2&q=khuc");
    await expect.element(row(2)).not.toBeInTheDocument();
    await expect.element(panel(2)).toBeVisible();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(panel(3)).toBeVisible();
  });

  test("asks before typed text is lost, by a key, another row, a tab or Esc", async () => {
    await open({}, "/admin/songs?open=1");
    await field.fill("Tên mới");
    const stay = async () => {
      await question.getByRole("button", { name: "Ở lại" }).click();
      await expect.element(question).not.toBeInTheDocument();
      await expect.element(field).toHaveValue("Tên mới");
    };
    await page.getByRole("button", { name: "Dòng sau" }).click();
    await stay();
    await opener(2).click();
    await stay();
    await page.getByRole("link", { name: /^Tất cả/ }).click();
    await stay();
    await field.click();
    await userEvent.keyboard("{Escape}");
    await stay();
    await opener(2).click();
    await question.getByRole("button", { name: "Bỏ thay đổi" }).click();
    await expect.element(panel(2)).toBeVisible();
    await expect.element(field).toHaveValue("Khúc 2");
  });

  test("is saved and stays", async () => {
    const { api } = await open({ [save]: three[0] }, "/admin/songs?open=1");
    await field.fill("Tên mới");
    await userEvent.keyboard("{Control>}s{/Control}");
    await expect.element(page.getByText("Đã lưu", { exact: true })).toBeVisible();
    expect(api.requests(save)[0]?.body).toEqual({ title: "Tên mới" });
    await expect.element(panel(1)).toBeVisible();
    await page.getByRole("button", { name: "Dòng sau" }).click();
    await expect.element(panel(2)).toBeVisible();
  });

  test("is a sheet on a phone", async () => {
    await page.viewport(390, 844);
    await open({}, "/admin/songs?open=1");
    await expect.element(panel(1)).toBeVisible();
    expect(panel(1).element().getBoundingClientRect().width).toBe(390);
    await checkScreen({ widths: [390, 320] });
    await page.getByRole("button", { name: "Dòng sau" }).click();
    await expect.element(panel(2)).toBeVisible();
  });
});

describe("tabs", () => {
  test("tell their numbers, and ask for their rows", async () => {
    const { api, address } = await open({}, "/admin/songs?q=khuc");
    const tabs = page.getByRole("navigation", { name: "Trạng thái" }).getByRole("link");
    await expect.poll(() => tabs.elements().map(({ textContent }) => textContent)).toEqual(["Đang hiện3", "Tất cả4"]);
    expect(api.requests(list)[0]?.query).toMatchObject({ search: "khuc", active: "true" });
    expect(api.requests("GET /api/songs/count")[0]?.query).toEqual({ search: "khuc" });
    await tabs.nth(1).click();
    await expect.poll(address).toBe("/admin/songs?q=khuc&tab=all");
    await expect.poll(() => api.requests(list).at(-1)?.query).not.toHaveProperty("active");
    await expect.element(tabs.nth(1)).toHaveAttribute("aria-current", "true");
    await checkScreen();
  });

  test("without results lead to those that have some", async () => {
    const answers = { [list]: counted([], 0) };
    const { address } = await open(answers, "/admin/songs?q=xa");
    const way = page.getByRole("link", { name: /^Xem/ });
    await expect.element(way).toHaveTextContent("Xem 4 bài hát ở “Tất cả”");
    await way.click();
    await expect.poll(address).toBe("/admin/songs?q=xa&tab=all");
    await expect.element(way).not.toBeInTheDocument();
  });
});

describe("the keys of a list", () => {
  test("go to the search, through the rows, select, open and edit", async () => {
    await open();
    await expect.element(opener(1)).toBeVisible();
    await userEvent.keyboard("/");
    await expect.element(page.getByRole("searchbox")).toHaveFocus();
    await userEvent.keyboard("j");
    await expect.element(page.getByRole("searchbox")).toHaveValue("j");
    await userEvent.clear(page.getByRole("searchbox"));
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard("j");
    await expect.element(row(1)).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(row(2)).toHaveFocus();
    await userEvent.keyboard("x");
    await expect.element(page.getByRole("checkbox", { name: "Chọn: Khúc 2" })).toBeChecked();
    await userEvent.keyboard("k");
    await expect.element(row(1)).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(panel(1)).toHaveFocus();
    await userEvent.keyboard("e");
    await expect.element(field).toHaveFocus();
  });

  test("that are letters can be turned off", async () => {
    setKeysOn(false);
    await open({}, "/admin/songs?open=1");
    await expect.element(panel(1)).toHaveFocus();
    await userEvent.keyboard("j");
    await expect.element(panel(1)).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(panel(2)).toHaveFocus();
    setKeysOn(true);
  });

  test("rest while a dialog covers the list", async () => {
    const detail = {
      endpoint: one,
      dialog: (song: Song, _tools: unknown, onClose: () => void) => (
        <Modal open title={`Bài ${song.title}`} onClose={onClose}>
          Của {song.artist}
        </Modal>
      ),
    } as const;
    await open({}, "/admin/songs?open=1", { ...songs, detail });
    await expect.element(panel(1)).toBeVisible();
    await userEvent.keyboard("j/");
    await expect.element(panel(1)).toBeVisible();
    await expect.element(panel(2)).not.toBeInTheDocument();
  });
});

describe("RecordHistory", () => {
  const record = "GET /api/admin/history/{entity}/{id}";

  test("stands folded below a record's form, and is read once it is opened", async () => {
    const song = aSong({ id: 3, title: "Mưa hạ" });
    const { api } = await openAdmin(songsScreen, "/admin/songs", {
      "GET /api/songs": counted([song], 1),
      "GET /api/songs/count": { total: 1 },
      "GET /api/songs/{id}": song,
      "GET /api/songs/{id}/lines/draft": someLines(),
      "GET /api/categories": [],
      "GET /api/categories/with-song-count": [],
      [record]: [
        {
          id: 9,
          actor_kind: "admin",
          actor_name: "an@example.com",
          action: "update",
          entity: "song",
          entity_id: 3,
          summary: "Mưa hạ",
          name_now: "Mưa hạ",
          created_at: "2026-11-20T08:00:00.000Z",
          changes: [{ field: "Tên bài hát", from: "Mưa", to: "Mưa hạ" }],
        },
        {
          id: 8,
          actor_kind: "system",
          actor_name: "Hệ thống",
          action: "update",
          entity: "song",
          entity_id: 3,
          summary: "Mưa (được ẩn)",
          name_now: "Mưa hạ",
          created_at: "2026-11-19T08:00:00.000Z",
          changes: [],
        },
      ],
    });
    await page.getByRole("button", { name: "Sửa: Mưa hạ" }).click();
    const dialog = page.getByRole("dialog");
    await expect.element(dialog.getByText("Lịch sử thay đổi")).toBeVisible();
    expect(api.requests(record)).toEqual([]);
    await dialog.getByText("Lịch sử thay đổi").click();
    const steps = dialog.getByRole("list", { name: "Lịch sử thay đổi" }).getByRole("listitem");
    await expect.element(dialog.getByText("an@example.com")).toBeVisible();
    await expect.element(steps.first()).toMatchTextContent(/đã sửa.*Tên bài hát: Mưa → thành Mưa hạ/);
    await expect.element(steps.last()).toMatchTextContent(/Hệ thống đã sửa: được ẩn/);
    expect(api.requests(record)).toHaveLength(1);
  });
});
