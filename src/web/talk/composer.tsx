/** The field of a message with its file. What is typed stays on this device until it is sent. */
import { Paperclip, SendHorizontal, X } from "lucide";
import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useRef, useState } from "react";
import { maxPictureBytes, maxRecordingBytes, messageTextLength } from "#contract/message-rules.ts";
import type { RequestTalk } from "#contract/request-messages.ts";
import { fileSize } from "../lib/file-size.ts";
import { lengthError } from "../lib/length-error.ts";
import { readStored, type StorageKey, writeStored } from "../lib/storage.ts";
import { isAudioFile } from "../player/audio-file.ts";
import { ErrorText } from "../ui/error-text.tsx";
import { Icon } from "../ui/icon.tsx";
import styles from "./composer.module.css";
import type { Sending, TalkSource } from "./talk-source.ts";

interface ComposerProps {
  source: TalkSource;
  label: string;
  /** Beside the button for files. */
  tools?: ReactNode;
  /** The focus starts here. */
  isWriting: boolean;
  onSent: (talk: RequestTalk) => void;
}

const pictureTypes = ["image/jpeg", "image/png", "image/webp"];

const InsertContext = createContext<(text: string) => void>(() => {});

/** Returns a function that adds a text to the message, for the tools of a composer. */
export const useInsert = () => useContext(InsertContext);

export function Composer({ source, label, tools, isWriting, onSent }: ComposerProps) {
  const id = useId();
  const { text, setText, clear } = useDraftText(source.draftKey);
  const [file, setFile] = useState<File>();
  const [error, setError] = useState<string>();
  const [percentage, setPercentage] = useState<number>();
  const sending = useRef<AbortController>(undefined);
  const made = useRef<{ content: string; client_id: string }>(undefined);
  const area = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (isWriting) area.current?.focus();
  }, [isWriting]);
  const isBusy = percentage !== undefined;
  const isEmpty = text.trim() === "" && !file;
  const tooLong = lengthError(text, messageTextLength);
  const shownError = tooLong ?? error;

  function choose(chosen: File | undefined) {
    if (!chosen) return;
    const refusal = refusalOf(chosen);
    setError(refusal);
    if (refusal === undefined) setFile(chosen);
  }

  /** A lost reply may have left the server with the message, so the same content keeps its id. */
  function messageOf(): Sending {
    const content = JSON.stringify([text, file?.name, file?.size, file?.lastModified]);
    if (made.current?.content !== content) made.current = { content, client_id: randomId() };
    const { client_id } = made.current;
    if (!file) return { client_id, text };
    return file.type.startsWith("image/") ? { client_id, text, picture: file } : { client_id, text, recording: file };
  }

  async function send() {
    if (isBusy || isEmpty) return;
    if (tooLong !== undefined) return area.current?.focus();
    const controller = new AbortController();
    sending.current = controller;
    setError(undefined);
    setPercentage(0);
    try {
      const talk = await source.send(messageOf(), {
        signal: controller.signal,
        onProgress: (progress) => setPercentage(progress.percentage),
      });
      made.current = undefined;
      clear();
      setFile(undefined);
      onSent(talk);
    } catch (cause) {
      if (!controller.signal.aborted) setError(cause instanceof Error ? cause.message : "Chưa gửi được tin nhắn");
    } finally {
      setPercentage(undefined);
      area.current?.focus();
    }
  }

  function insert(words: string) {
    setText(text.trim() === "" ? words : `${text.trimEnd()}\n${words}`);
    // After a menu has given the focus back.
    requestAnimationFrame(() => area.current?.focus());
  }

  return (
    <div className={styles.composer}>
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={area}
        id={id}
        className="input"
        data-sends
        rows={3}
        value={text}
        readOnly={isBusy}
        aria-invalid={shownError !== undefined}
        aria-describedby={shownError === undefined ? `${id}-hint` : `${id}-error`}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.stopPropagation();
          void send();
        }}
      />
      {file && (
        <p className={styles.file}>
          <Icon icon={Paperclip} />
          <span className={styles.name}>{file.name}</span>
          <span className="muted num">{fileSize(file.size)}</span>
          {!isBusy && (
            <button
              type="button"
              className="ibtn ibtn--sm"
              aria-label={`Bỏ file ${file.name}`}
              onClick={() => setFile(undefined)}
            >
              <Icon icon={X} />
            </button>
          )}
        </p>
      )}
      {isBusy && file && (
        <p className={styles.progress}>
          <progress max={100} value={percentage} aria-label={`Đang gửi ${file.name}`} />
          <span className="num">{percentage}%</span>
          <button type="button" className="btn btn--line btn--sm" onClick={() => sending.current?.abort()}>
            Hủy gửi
          </button>
        </p>
      )}
      {shownError && (
        <ErrorText id={`${id}-error`} isAnnounced>
          {shownError}
        </ErrorText>
      )}
      <div className={styles.actions}>
        <button
          type="button"
          className="btn btn--line btn--sm"
          disabled={isBusy}
          onClick={() => picker.current?.click()}
        >
          <Icon icon={Paperclip} />
          Ảnh hoặc bản thu
        </button>
        <input
          ref={picker}
          type="file"
          hidden
          accept={[...pictureTypes, "audio/*", "video/*"].join(",")}
          aria-label="Ảnh hoặc bản thu"
          onChange={({ target }) => {
            choose(target.files?.[0]);
            // Without this, picking the same file again fires no change event.
            target.value = "";
          }}
        />
        <InsertContext value={insert}>{tools}</InsertContext>
        <span className={styles.hint} id={`${id}-hint`}>
          Ctrl+Enter để gửi
        </span>
        <button
          type="button"
          className="btn btn--primary btn--sm"
          aria-disabled={isEmpty || isBusy}
          onClick={() => void send()}
        >
          <Icon icon={SendHorizontal} />
          <span>{isBusy ? "Đang gửi…" : error ? "Gửi lại" : "Gửi tin nhắn"}</span>
        </button>
      </div>
    </div>
  );
}

/** Returns why a file can't be sent; the server looks at its content. */
function refusalOf(file: File): string | undefined {
  if (file.type.startsWith("image/")) {
    if (!pictureTypes.includes(file.type)) return "Chỉ hỗ trợ ảnh JPG, PNG hoặc WebP";
    return file.size > maxPictureBytes ? "Ảnh không được vượt quá 5 MB" : undefined;
  }
  if (!file.type.startsWith("video/") && !isAudioFile(file)) {
    return "Bạn chọn một ảnh, hoặc một bản thu âm hay video nhé";
  }
  return file.size > maxRecordingBytes ? "Bản thu không được vượt quá 50 MB" : undefined;
}

/** `crypto.randomUUID` is missing over plain HTTP. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Keeps what is typed on this device, until it is sent. */
function useDraftText(name: StorageKey) {
  const [text, setText] = useState("");
  // Read after hydration: the server's HTML knows no draft.
  useLayoutEffect(() => setText(readStored(name) ?? ""), [name]);
  return {
    text,
    setText(typed: string) {
      setText(typed);
      writeStored(name, typed.trim() === "" ? null : typed);
    },
    clear() {
      setText("");
      writeStored(name, null);
    },
  };
}
