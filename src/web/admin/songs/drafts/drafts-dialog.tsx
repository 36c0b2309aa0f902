/** Many files at once: each is sent and becomes a hidden song made from its tags. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, CircleAlert, RotateCw, X } from "lucide";
import { useEffect, useId, useState, useSyncExternalStore } from "react";
import type { Category } from "#contract/catalogue.ts";
import { call } from "../../../lib/api.ts";
import { fileSize } from "../../../lib/file-size.ts";
import { upload } from "../../../lib/upload.ts";
import { FileButton } from "../../../resource/file-button.tsx";
import { errorMessage, refresh } from "../../../resource/queries.ts";
import { useLeaveGuard } from "../../../resource/resource-form.tsx";
import { UploadProgress } from "../../../resource/upload-progress.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { validateAudio } from "../audio-field.tsx";
import { songRefreshes } from "../refreshes.ts";
import { categoryChooser, createDraftQueue, type Draft, type DraftQueue } from "./draft-queue.ts";

const sendFailed = "Lỗi khi tải lên file audio";

/** @param ask does what asks the server, as a mutation: its refusals may end the session. */
function newQueue(ask: <T>(work: () => Promise<T>) => Promise<T>): DraftQueue {
  return createDraftQueue({
    refuse: validateAudio,
    send(file, signal, onProgress) {
      const body = new FormData();
      body.set("audio_file", file);
      const options = { as: "admin", signal, onProgress, fallback: sendFailed, unreachable: sendFailed } as const;
      return ask(() => upload("POST /api/admin/upload-audio", body, options));
    },
    async exists(title, audioUrl) {
      const { data } = await ask(() => call("GET /api/songs", { query: { search: title, limit: 100 }, as: "admin" }));
      return data.some((song) => song.audio_url === audioUrl);
    },
    create: (body) =>
      ask(() =>
        call("POST /api/songs", {
          body,
          as: "admin",
          fallback: "Có lỗi xảy ra khi lưu bài hát",
          unreachable: "Lỗi khi lưu bài hát",
        }),
      ),
    discard: (url) => void call("DELETE /api/admin/uploads", { query: { url }, as: "admin" }).catch(() => undefined),
    errorMessage: (error) => errorMessage(error, sendFailed),
  });
}

interface DraftsDialogProps {
  files: readonly File[];
  categories: readonly Category[];
  onClose: () => void;
}

export function DraftsDialog({ files, categories, onClose }: DraftsDialogProps) {
  const id = useId();
  const client = useQueryClient();
  const { mutateAsync } = useMutation({ mutationFn: (work: () => Promise<unknown>) => work() });
  const [queue] = useState(() => {
    const made = newQueue((work) => mutateAsync(work) as ReturnType<typeof work>);
    made.add(files);
    return made;
  });
  const drafts = useSyncExternalStore(queue.subscribe, queue.getDrafts);
  const [category, setCategory] = useState("");
  const [running, setRunning] = useState(false);
  useEffect(() => () => queue.stop(), [queue]);

  const waiting = drafts.filter(({ state }) => state === "waiting").length;
  const done = drafts.filter(({ state }) => state === "done").length;
  const confirmLeaving = useLeaveGuard(running);
  const close = async () => {
    if (await confirmLeaving()) onClose();
  };
  const start = async () => {
    setRunning(true);
    await queue.start(categoryChooser(categories, Number(category)));
    setRunning(false);
    await refresh(client, songRefreshes);
  };
  const again = (key: string) => {
    queue.again(key);
    void start();
  };

  return (
    <Modal
      open
      title="Tải nhiều file"
      width={50}
      onClose={() => void close()}
      foot={
        <>
          <p className="drafts__count num" role="status">
            {done > 0 && `Đã tạo ${done} bài nháp`}
          </p>
          <button type="button" className="btn btn--line" onClick={() => void close()}>
            {waiting === 0 && !running ? "Xong" : "Đóng"}
          </button>
          <button
            type="button"
            className="btn btn--primary"
            disabled={running || waiting === 0 || category === ""}
            onClick={() => void start()}
          >
            {running ? "Đang tải lên..." : `Tải lên ${waiting} file`}
          </button>
        </>
      }
    >
      <div className="drafts">
        <p className="muted">
          Mỗi file thành một bài đang tạm ẩn, với tên, tác giả, lời và ảnh bìa lấy từ file. Thể loại trùng tên trong
          file được chọn sẵn.
        </p>
        <div className="field">
          <label htmlFor={id}>Thể loại khi file không nêu thể loại nào đang có</label>
          <select
            id={id}
            className="select"
            value={category}
            disabled={running}
            onChange={({ target }) => setCategory(target.value)}
          >
            <option value="">Chọn thể loại</option>
            {categories.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </select>
        </div>
        <ul className="drafts__list">
          {drafts.map((draft) => (
            <li key={draft.key}>
              <DraftRow draft={draft} queue={queue} canTry={!running && category !== ""} onAgain={again} />
            </li>
          ))}
        </ul>
        <FileButton
          label="Thêm file"
          accept="audio/*"
          multiple
          className="btn btn--line btn--sm drafts__more"
          onFiles={queue.add}
        />
      </div>
    </Modal>
  );
}

interface DraftRowProps {
  draft: Draft;
  queue: DraftQueue;
  canTry: boolean;
  onAgain: (key: string) => void;
}

function DraftRow({
  draft: { key, file, state, progress, error, again, title },
  queue,
  canTry,
  onAgain,
}: DraftRowProps) {
  if (state === "sending" && progress) {
    return <UploadProgress name={file.name} progress={progress} onCancel={() => queue.cancel(key)} />;
  }
  return (
    <div className="draft">
      <div>
        <p className="upload__name">{file.name}</p>
        {state === "failed" ? (
          <p className="error" role="alert">
            <Icon icon={CircleAlert} />
            {error}
          </p>
        ) : (
          <p className="hint num">
            {state === "waiting" && fileSize(file.size)}
            {state === "saving" && "Đang lưu..."}
            {state === "done" && `Đã tạo bài nháp: ${title}`}
          </p>
        )}
      </div>
      {state === "done" && <Icon icon={Check} className="draft__done" />}
      {state === "failed" && again && (
        <button
          type="button"
          className="btn btn--line btn--sm"
          aria-label={`Thử lại: ${file.name}`}
          disabled={!canTry}
          onClick={() => onAgain(key)}
        >
          <Icon icon={RotateCw} />
          Thử lại
        </button>
      )}
      {state === "waiting" && (
        <button
          type="button"
          className="ibtn ibtn--sm"
          aria-label={`Bỏ file: ${file.name}`}
          onClick={() => queue.remove(key)}
        >
          <Icon icon={X} />
        </button>
      )}
    </div>
  );
}
