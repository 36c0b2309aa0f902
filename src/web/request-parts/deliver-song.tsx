import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { z } from "zod";
import { isApiError } from "#contract/errors.ts";
import { type Delivery, DeliveryWords, type SongRequestDetail } from "#contract/requests.ts";
import { type UploadProgress as Progress, upload } from "../lib/upload.ts";
import { useArea } from "../resource/area/area.ts";
import { Banner } from "../resource/controls/banner.tsx";
import { FileButton } from "../resource/controls/file-button.tsx";
import { useAreaToast } from "../resource/controls/toast.tsx";
import { UploadProgress } from "../resource/controls/upload-progress.tsx";
import { refresh } from "../resource/data/queries.ts";
import { hasDraft } from "../resource/form/drafts.ts";
import { ResourceForm } from "../resource/form/resource-form.tsx";
import { type ChosenCover, CoverField } from "./cover-field.tsx";
import { titleFor } from "./song-title.ts";
import styles from "./song-versions.module.css";
import { validateSong } from "./song-versions.tsx";
import { WordFields } from "./word-fields.tsx";

export interface DeliverSongProps {
  endpoint: "POST /api/song-requests/{id}/delivery" | "POST /api/staff/requests/{id}/delivery";
  request: Pick<SongRequestDetail, "id" | "songs" | "lyrics" | "accepted_at" | "occasion" | "recipient">;
  /** Path prefixes of the GET endpoints to read again afterwards. */
  refreshes: readonly string[];
  /** The text that stands here once it is handed over. */
  next?: ReactNode;
  /** It is what the request waits for. */
  isMain?: boolean;
}

/** Hands a finished song over in one step: its file, then what it is called and said with. The customer is told at once. */
export function DeliverSong({ next, isMain = false, ...props }: DeliverSongProps) {
  const [file, setFile] = useState<File>();
  const { pathname } = useLocation();
  const [isDelivered, setDelivered] = useState(false);
  const [error, setError] = useState<string>();
  return (
    <div className={styles.attach}>
      <FileButton
        label="Giao bài cho khách"
        accept="audio/*"
        className={isMain ? "btn btn--primary" : "btn btn--line btn--sm"}
        onFiles={([chosen]) => {
          const refusal = chosen && validateSong(chosen);
          setError(refusal);
          if (refusal === undefined) setFile(chosen);
        }}
      />
      {error && <Banner kind="danger">{error}</Banner>}
      {!file && hasDraft(pathname, formNameFor(props.request.id)) && (
        <p className="muted">Bạn chọn lại file nhạc: tên bài và lời bạn viết dở vẫn còn.</p>
      )}
      {file && (
        <DeliveryForm
          {...props}
          file={file}
          onDelivered={() => setDelivered(true)}
          onClose={() => setFile(undefined)}
        />
      )}
      {isDelivered && next}
    </div>
  );
}

const formNameFor = (requestId: number) => `delivery-${requestId}`;

interface DeliveryFormProps extends Omit<DeliverSongProps, "next" | "isMain"> {
  file: File;
  onDelivered: () => void;
  onClose: () => void;
}

function DeliveryForm({ endpoint, request, refreshes, file, onDelivered, onClose }: DeliveryFormProps) {
  const { kind: as } = useArea();
  const client = useQueryClient();
  const toast = useAreaToast();
  const [progress, setProgress] = useState<Progress>();
  const sending = useRef<AbortController>(undefined);
  const src = useObjectUrl(file);
  const [latest] = request.songs;
  const number = (latest?.number ?? 0) + 1;
  const earlier = latest?.cover_url ?? null;
  const [cover, setCover] = useState<ChosenCover>(earlier === null ? "drawn" : "kept");
  // As it was when the form opened: an answer that is lost must not lead to a second version. A conflict is shown, and then known.
  const [seen, setSeen] = useState<Seen | undefined>(() => seenOf(request));

  async function submit(body: DeliveryWords) {
    const known = seen ?? seenOf(request);
    setSeen(known);
    const words = Object.fromEntries(Object.entries(body).filter(([, text]) => text !== null)) as DeliveryWords;
    const chosen: CoverParts = cover instanceof File ? { cover_file: cover } : { cover };
    const controller = new AbortController();
    sending.current = controller;
    const { signal } = controller;
    const fallback = "Không thể giao bài, bạn thử lại nhé";
    const options = { params: { id: request.id }, as, signal, onProgress: setProgress, fallback };
    try {
      await upload(endpoint, { ...words, ...chosen, ...known, audio_file: file }, options);
    } catch (error) {
      if (signal.aborted) return false;
      if (isApiError(error) && error.code === "conflict") {
        await refresh(client, refreshes);
        setSeen(undefined);
      }
      throw error;
    } finally {
      setProgress(undefined);
    }
    toast("Đã giao bài, khách được báo tin");
    void refresh(client, refreshes);
    onDelivered();
    return true;
  }
  return (
    <ResourceForm
      name={formNameFor(request.id)}
      title="Giao bài cho khách"
      schema={DeliveryWords}
      values={{
        title: latest?.title ?? titleFor(request),
        dedication: latest?.dedication ?? "",
        lyrics: lyricsFor(request),
        note: "",
      }}
      needs={{ title: "tên bài hát" }}
      action="Giao bài"
      width={50}
      submit={submit}
      onClose={onClose}
    >
      {request.accepted_at !== null && (
        <Banner kind="warning">Khách đã đồng ý với một bản. Bản giao thêm không thay bản mà khách tải về.</Banner>
      )}
      <p>
        Khách nghe được ngay và được báo tin: <b>{file.name}</b>.
      </p>
      {src && <audio controls src={src} aria-label={`Nghe thử ${file.name}`} className={styles.preview} />}
      <WordFields
        noteHint={number > 1 ? "Nên nói bản này đã sửa những gì." : "Nên nói bạn đã dựng câu chuyện thành bài thế nào."}
      >
        <CoverField occasion={request.occasion} earlier={earlier} cover={cover} onChange={setCover} />
      </WordFields>
      {progress && <UploadProgress name={file.name} progress={progress} onCancel={() => sending.current?.abort()} />}
    </ResourceForm>
  );
}

/** The versions and the answer of the customer that a form was made for. */
type Seen = Required<Pick<z.input<typeof Delivery>, "after" | "is_accepted">>;

function seenOf({ songs: [latest], accepted_at }: DeliverSongProps["request"]): Seen {
  return { after: String(latest?.number ?? 0), is_accepted: accepted_at === null ? "false" : "true" };
}

/** The cover as it is sent. */
type CoverParts = { cover_file: File } | Pick<Delivery, "cover">;

/** Returns the words that a song begins with: what the customer agreed with since the latest one, else those of that one. */
function lyricsFor({ songs: [latest], lyrics }: DeliverSongProps["request"]): string {
  const agreed = lyrics.find(({ state }) => state === "agreed");
  const isNewer = agreed && (latest?.lyrics == null || (agreed.answered_at ?? "") > latest.created_at);
  return isNewer ? agreed.text : (latest?.lyrics ?? "");
}

/** Returns the address of a chosen file for as long as it is shown. */
function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
