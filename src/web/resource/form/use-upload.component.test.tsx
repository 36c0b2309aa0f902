import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderWithin } from "#test/component/render.tsx";
import { networkDown, stubApi } from "#test/component/stub-api.ts";
import { stubUploads } from "#test/component/stub-upload.ts";
import { writeStored } from "../../lib/storage.ts";
import { FileButton } from "../controls/file-button.tsx";
import { UploadProgress, uploadNumbers } from "../controls/upload-progress.tsx";
import { useUnsavedUploads, useUpload } from "./use-upload.ts";

const input = page.getByLabelText("Tải ảnh lên", { exact: true });
const bar = page.getByRole("progressbar");
const alert = page.getByRole("alert");
const picture = (name = "anh.png") => new File([new Uint8Array(2048)], name, { type: "image/png" });

interface FieldProps {
  done: (url: string) => void;
  onBusy: (busy: boolean) => void;
}

function Field({ done, onBusy }: FieldProps) {
  const upload = useUpload({
    endpoint: "POST /api/upload/file",
    field: "file",
    validate: ({ type }) => (type.startsWith("image/") ? undefined : "Chỉ hỗ trợ ảnh"),
    fallback: "Không thể tải ảnh lên",
    unreachable: "Lỗi kết nối",
    onSuccess: ({ url }) => done(url),
    onBusy,
  });
  return (
    <>
      <FileButton label="Tải ảnh lên" accept="image/*" onFiles={([file]) => file && upload.send(file)} />
      {upload.active && <UploadProgress {...upload.active} onCancel={upload.cancel} />}
      {upload.completed && <p>{uploadNumbers(upload.completed.progress)}</p>}
      {upload.error && <p role="alert">{upload.error}</p>}
    </>
  );
}

async function open() {
  stubApi();
  writeStored("adminToken", "admin-token");
  const sent = stubUploads();
  const done = vi.fn();
  const onBusy = vi.fn();
  const screen = await renderWithin(<Field done={done} onBusy={onBusy} />);
  return { sent, done, onBusy, screen };
}

describe("useUpload", () => {
  test("sends a file with the token and reports progress until the response", async () => {
    const { sent, done, onBusy } = await open();
    await userEvent.upload(input, picture());
    await expect.element(bar).toHaveAccessibleName("Đang tải lên: anh.png");
    await expect.element(page.getByText("0 KB / 2 KB, 0%")).toBeVisible();
    const [file] = sent;
    expect(file).toMatchObject({ endpoint: "POST /api/upload/file", token: "admin-token" });
    expect(file?.body.get("file")).toHaveProperty("name", "anh.png");
    file?.progress(1024, 2048);
    await expect.element(page.getByText("1 KB / 2 KB, 50%")).toBeVisible();
    await expect.element(bar).toHaveAttribute("value", "50");
    expect(onBusy).toHaveBeenLastCalledWith(true);
    file?.reply({ url: "/uploads/images/a.png" });
    await expect.element(page.getByText("2 KB / 2 KB, 100%")).toBeVisible();
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: /^Hủy tải lên/ })).not.toBeInTheDocument();
    expect(done).toHaveBeenCalledExactlyOnceWith("/uploads/images/a.png");
    expect(onBusy).toHaveBeenLastCalledWith(false);
  });

  test("does not send a refused file, and keeps the running upload", async () => {
    const { sent, done } = await open();
    const text = new File(["chữ"], "ghi-chu.txt", { type: "text/plain" });
    await userEvent.upload(input, text);
    await expect.element(alert).toHaveTextContent("Chỉ hỗ trợ ảnh");
    expect(sent).toHaveLength(0);
    await userEvent.upload(input, picture());
    await expect.element(alert).not.toBeInTheDocument();
    await userEvent.upload(input, text);
    await expect.element(alert).toHaveTextContent("Chỉ hỗ trợ ảnh");
    await expect.element(bar).toHaveAccessibleName("Đang tải lên: anh.png");
    sent[0]?.reply({ url: "/uploads/images/a.png" });
    await expect.element(alert).not.toBeInTheDocument();
    expect(done).toHaveBeenCalledOnce();
  });

  test("is cancelled without an error", async () => {
    const { sent, done, onBusy } = await open();
    await userEvent.upload(input, picture());
    await page.getByRole("button", { name: "Hủy tải lên: anh.png" }).click();
    await expect.element(bar).not.toBeInTheDocument();
    expect(sent[0]?.aborted).toBe(true);
    expect(onBusy).toHaveBeenLastCalledWith(false);
    expect(done).not.toHaveBeenCalled();
    await expect.element(alert).not.toBeInTheDocument();
  });

  test("sends only the last of two files, and the same file again", async () => {
    const { sent, done } = await open();
    await userEvent.upload(input, picture("mot.png"));
    await expect.element(bar).toHaveAccessibleName("Đang tải lên: mot.png");
    await userEvent.upload(input, picture("hai.png"));
    await expect.element(bar).toHaveAccessibleName("Đang tải lên: hai.png");
    expect(sent.map(({ aborted }) => aborted)).toEqual([true, false]);
    sent[1]?.fail(500);
    await expect.element(alert).toBeVisible();
    await userEvent.upload(input, picture("hai.png"));
    await expect.element(bar).toHaveAccessibleName("Đang tải lên: hai.png");
    sent[2]?.reply({ url: "/uploads/images/b.png" });
    await expect.poll(() => done).toHaveBeenCalledExactlyOnceWith("/uploads/images/b.png");
  });

  test.each([
    [
      "with the server's message",
      (sent: ReturnType<typeof stubUploads>) => sent[0]?.fail(415, "Đây không phải ảnh"),
      "Đây không phải ảnh",
    ],
    [
      "with its own message when the server sends none",
      (sent: ReturnType<typeof stubUploads>) => sent[0]?.fail(500),
      "Không thể tải ảnh lên",
    ],
    [
      "with another message without a response",
      (sent: ReturnType<typeof stubUploads>) => sent[0]?.lose(),
      "Lỗi kết nối",
    ],
  ])("shows the error of a failed request %s", async (_name, end, message) => {
    const { sent, onBusy } = await open();
    await userEvent.upload(input, picture());
    await expect.element(bar).toBeVisible();
    end(sent);
    await expect.element(alert).toHaveTextContent(message);
    await expect.element(bar).not.toBeInTheDocument();
    expect(onBusy).toHaveBeenLastCalledWith(false);
  });

  test("aborts when its form unmounts", async () => {
    const { sent, done, screen } = await open();
    await userEvent.upload(input, picture());
    await expect.element(bar).toBeVisible();
    await screen.unmount();
    expect(sent[0]?.aborted).toBe(true);
    expect(done).not.toHaveBeenCalled();
  });
});

test("FileButton opens the file dialog of its field", async () => {
  const click = vi.spyOn(HTMLInputElement.prototype, "click").mockImplementation(() => undefined);
  await open();
  await page.getByRole("button", { name: "Tải ảnh lên" }).click();
  expect(click.mock.contexts).toEqual([input.element()]);
});

describe("useUnsavedUploads", () => {
  function Form() {
    const files = useUnsavedUploads();
    return (
      <>
        <button type="button" onClick={() => ["/a", "/b", "/c"].forEach(files.add)}>
          Gửi
        </button>
        <button type="button" onClick={() => files.commit("/b", null)}>
          Lưu
        </button>
      </>
    );
  }
  function Screen() {
    const [open, setOpen] = useState(true);
    return (
      <>
        {open && <Form />}
        <button type="button" onClick={() => setOpen(false)}>
          Đóng
        </button>
      </>
    );
  }
  const press = (name: string) => page.getByRole("button", { name }).click();

  test.each([
    ["drops unsaved files", "Lưu", ["/a", "/c"]],
    ["drops all files when the form unmounts without saving", "Đóng", ["/a", "/b", "/c"]],
  ])("%s", async (_name, way, dropped) => {
    const api = stubApi({ "DELETE /api/admin/uploads": { removed: true } });
    await renderWithin(<Screen />);
    await press("Gửi");
    await press(way);
    const urls = () => api.requests("DELETE /api/admin/uploads").map(({ query }) => query.url);
    await expect.poll(urls).toEqual(dropped);
    await press("Đóng");
    expect(urls()).toEqual(dropped);
  });

  test("ignores a file that could not be deleted", async () => {
    const api = stubApi({ "DELETE /api/admin/uploads": networkDown() });
    await renderWithin(<Screen />);
    await press("Gửi");
    await press("Đóng");
    await expect.poll(() => api.requests("DELETE /api/admin/uploads").length).toBe(3);
    await expect.element(alert).not.toBeInTheDocument();
  });
});
