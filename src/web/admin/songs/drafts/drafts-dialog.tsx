import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, RotateCw, X } from "lucide";
import { useEffect, useId, useState, useSyncExternalStore } from "react";
import type { Category } from "#contract/catalogue.ts";
import { call } from "../../../lib/api.ts";
import { fileSize } from "../../../lib/file-size.ts";
import { upload } from "../../../lib/upload.ts";
import { FileButton } from "../../../resource/controls/file-button.tsx";
import { Missing } from "../../../resource/controls/missing.tsx";
import { Modal } from "../../../resource/controls/modal.tsx";
import { useAreaToast } from "../../../resource/controls/toast.tsx";
import uploadProgressStyles from "../../../resource/controls/upload-progress.module.css";
import { UploadProgress } from "../../../resource/controls/upload-progress.tsx";
import { errorMessage, refresh, useSend } from "../../../resource/data/queries.ts";
import { MomentPicker } from "../../../resource/form/date-picker.tsx";
import { useLeaveGuard } from "../../../resource/form/leave-guard.tsx";
import { ErrorText } from "../../../ui/error-text.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { validateAudio } from "../audio-field.tsx";
import { saveErrors, songRefreshes } from "../refreshes.ts";
import { SameSongs } from "../same-songs.tsx";
import { categoryMatcher, createDraftQueue, type Draft, type DraftQueue } from "./draft-queue.ts";
import styles from "./drafts-dialog.module.css";

const uploadErrorMessage = "Lỗi khi tải lên file audio";

/** @param mutate runs a request as a mutation, so that a 401 reply ends the session */
function createQueue(mutate: <T>(request: () => Promise<T>) => Promise<T>): DraftQueue {
  return createDraftQueue({
    validate: validateAudio,
    upload(file, signal, onProgress) {
      const options = {
        as: "admin",
        signal,
        onProgress,
        fallback: uploadErrorMessage,
        unreachable: uploadErrorMessage,
      } as const;
      return mutate(() => upload("POST /api/admin/upload-audio", { audio_file: file }, options));
    },
    async find(title, audioUrl) {
      const { data } = await mutate(() =>
        call("GET /api/songs", { query: { search: title, limit: 100 }, as: "admin" }),
      );
      return data.find((song) => song.audio_url === audioUrl)?.id;
    },
    async create(body) {
      const { data } = await mutate(() => call("POST /api/songs", { body, as: "admin", ...saveErrors }));
      return data.id;
    },
    discard: (url) => void call("DELETE /api/admin/uploads", { query: { url }, as: "admin" }).catch(() => undefined),
    errorMessage: (error) => errorMessage(error, uploadErrorMessage),
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
  const send = useSend(["/api/admin/bulk"]);
  const { mutateAsync } = useMutation({ mutationFn: (request: () => Promise<unknown>) => request() });
  const [queue] = useState(() => {
    const created = createQueue((request) => mutateAsync(request) as ReturnType<typeof request>);
    created.add(files);
    return created;
  });
  const drafts = useSyncExternalStore(queue.subscribe, queue.getDrafts);
  const [fallbackCategory, setFallbackCategory] = useState("");
  const [running, setRunning] = useState(false);
  const [releaseAt, setReleaseAt] = useState("");
  useEffect(() => () => queue.stop(), [queue]);

  const waiting = drafts.filter(({ state }) => state === "waiting").length;
  const done = drafts.filter(({ state }) => state === "done").length;
  const isSending = drafts.some(({ state }) => state === "sending" || state === "saving");
  const toast = useAreaToast();
  const confirmLeaving = useLeaveGuard(running);
  const close = async () => {
    if (await confirmLeaving()) onClose();
  };
  const start = async () => {
    setRunning(true);
    await queue.start(categoryMatcher(categories, Number(fallbackCategory)));
    setRunning(false);
    await refresh(client, songRefreshes);
  };
  /** Begins the job that shows the songs, now or at a time; the list of songs tells how far it is. Files without a song stay here. */
  const publish = async () => {
    const ids = drafts.flatMap(({ state, songId }) => (state === "done" && songId !== undefined ? songId : []));
    const job =
      releaseAt === ""
        ? ({ kind: "activate_songs" } as const)
        : ({ kind: "schedule_songs", options: { release_at: releaseAt } } as const);
    setRunning(true);
    try {
      await send("POST /api/admin/bulk", { body: { ...job, ids } }, saveErrors);
    } catch (error) {
      setRunning(false);
      return toast(errorMessage(error, saveErrors.fallback), "danger");
    }
    if (ids.length === drafts.length) return onClose();
    queue.removeDone();
    setRunning(false);
  };
  const allow = (key: string) => {
    queue.allow(key);
    void start();
  };
  const retry = (key: string) => {
    queue.retry(key);
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
          <p className={`${styles.draftsCount} num`} role="status">
            {done > 0 && `Đã tạo ${done} bài nháp`}
          </p>
          <button type="button" className="btn btn--line" onClick={() => void close()}>
            {waiting === 0 && !running ? "Xong" : "Đóng"}
          </button>
          {waiting === 0 && !running && done > 0 ? (
            <button type="button" className="btn btn--primary" onClick={() => void publish()}>
              {releaseAt === "" ? "Hiện công khai" : "Hẹn giờ phát hành"} {done} bài
            </button>
          ) : (
            <>
              {!running && waiting > 0 && fallbackCategory === "" && <Missing>Còn thiếu thể loại</Missing>}
              <button
                type="button"
                className="btn btn--primary"
                disabled={running || waiting === 0 || fallbackCategory === ""}
                onClick={() => void start()}
              >
                {running ? (waiting > 0 || isSending ? "Đang tải lên..." : "Đang lưu...") : `Tải lên ${waiting} file`}
              </button>
            </>
          )}
        </>
      }
    >
      <div className={styles.drafts}>
        <p className="muted">
          Mỗi file thành một bài đang tạm ẩn, với tên, tác giả, lời và ảnh bìa lấy từ file. Thể loại trùng tên trong
          file được chọn sẵn.
        </p>
        <div className="field">
          <label htmlFor={id}>Thể loại khi file không nêu thể loại nào đang có</label>
          <select
            id={id}
            className="select"
            value={fallbackCategory}
            disabled={running}
            onChange={({ target }) => setFallbackCategory(target.value)}
          >
            <option value="">Chọn thể loại</option>
            {categories.map((category) => (
              <option key={category.id} value={category.id}>
                {category.name}
              </option>
            ))}
          </select>
        </div>
        <ul className={styles.draftsList}>
          {drafts.map((draft) => (
            <li key={draft.key}>
              <DraftRow
                draft={draft}
                queue={queue}
                isRetryEnabled={!running && fallbackCategory !== ""}
                onRetry={retry}
                onAllow={allow}
              />
            </li>
          ))}
        </ul>
        {waiting === 0 && !running && done > 0 && (
          <fieldset className="field">
            <legend id={`${id}-release`}>Hẹn giờ phát hành (giờ Việt Nam); để trống thì hiện ngay</legend>
            <MomentPicker aria-labelledby={`${id}-release`} value={releaseAt} onChange={setReleaseAt} />
          </fieldset>
        )}
        <FileButton
          label="Thêm file"
          accept="audio/*"
          multiple
          className={`btn btn--line btn--sm ${styles.draftsMore}`}
          onFiles={queue.add}
        />
      </div>
    </Modal>
  );
}

interface DraftRowProps {
  draft: Draft;
  queue: DraftQueue;
  isRetryEnabled: boolean;
  onRetry: (key: string) => void;
  onAllow: (key: string) => void;
}

function DraftRow({
  draft: { key, file, state, progress, error, canRetry, title, hasBrokenTags, same },
  queue,
  isRetryEnabled,
  onRetry,
  onAllow,
}: DraftRowProps) {
  if (state === "sending" && progress) {
    return <UploadProgress name={file.name} progress={progress} onCancel={() => queue.cancel(key)} />;
  }
  return (
    <div className={styles.draft}>
      <div>
        <p className={uploadProgressStyles.name}>{file.name}</p>
        {error !== undefined ? (
          <ErrorText isAnnounced>{error}</ErrorText>
        ) : (
          <p className="hint num">
            {state === "waiting" && fileSize(file.size)}
            {state === "saving" && "Đang lưu..."}
            {state === "done" && `Đã tạo bài nháp: ${title}`}
            {state === "done" && hasBrokenTags && " (tên lấy từ tên file vì không đọc được thẻ thông tin)"}
            {state === "known" && same && <SameSongs songs={same} />}
          </p>
        )}
      </div>
      {state === "done" && <Icon icon={Check} className={styles.draftDone} />}
      {state === "known" && (
        <button
          type="button"
          className="btn btn--line btn--sm"
          aria-label={`Vẫn tạo bài nháp: ${file.name}`}
          disabled={!isRetryEnabled}
          onClick={() => onAllow(key)}
        >
          Vẫn tạo bài nháp
        </button>
      )}
      {state === "failed" && canRetry && (
        <button
          type="button"
          className="btn btn--line btn--sm"
          aria-label={`Thử lại: ${file.name}`}
          disabled={!isRetryEnabled}
          onClick={() => onRetry(key)}
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
