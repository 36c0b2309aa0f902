import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Api } from "#contract/api.ts";
import type { Reply } from "#contract/endpoint.ts";
import { callLoosely } from "../../lib/api.ts";
import { type UploadBody, type UploadKey, type UploadParams, type UploadProgress, upload } from "../../lib/upload.ts";
import { useArea } from "../area/area.ts";
import { errorMessage } from "../data/queries.ts";

interface UploadOptions<K extends UploadKey> {
  endpoint: K;
  field: keyof UploadBody<K> & string;
  /** Parameters of the endpoint's path. */
  params?: UploadParams<K>;
  /** Returns the error message of a file that must not be sent. */
  validate: (file: File) => string | undefined | Promise<string | undefined>;
  fallback: string;
  /** Message if there is no reply; `fallback` by default. */
  unreachable?: string;
  onSuccess: (reply: Reply<Api[K]>, file: File) => void;
  onBusy?: (busy: boolean) => void;
}

export interface UploadControl {
  active: { name: string; progress: UploadProgress } | undefined;
  completed: UploadControl["active"];
  error: string | undefined;
  send: (file: File) => void;
  cancel: () => void;
}

/** Uploads one file at a time; a new upload and unmounting cancel the running one. */
export function useUpload<K extends UploadKey>(options: UploadOptions<K>): UploadControl {
  const { endpoint, field, params, validate, fallback, unreachable = fallback, onSuccess, onBusy } = options;
  const [active, setActive] = useState<UploadControl["active"]>();
  const [completed, setCompleted] = useState<UploadControl["active"]>();
  const [error, setError] = useState<string>();
  const controllerRef = useRef<AbortController>(undefined);
  const { kind: as } = useArea();
  const { mutateAsync } = useMutation({
    mutationFn: ({ file, signal }: { file: File; signal: AbortSignal }) => {
      setActive({ name: file.name, progress: { loaded: 0, total: file.size, percentage: 0 } });
      return upload(endpoint, { [field]: file } as UploadBody<K>, {
        params,
        as,
        signal,
        fallback,
        unreachable,
        onProgress: (progress) => setActive({ name: file.name, progress }),
      });
    },
  });
  useEffect(() => () => controllerRef.current?.abort(), []);
  const busy = active !== undefined;
  const reportBusy = useEffectEvent(() => onBusy?.(busy));
  useEffect(() => reportBusy(), [busy]);

  async function send(file: File) {
    const validationError = await validate(file);
    setError(validationError);
    if (validationError) return;
    controllerRef.current?.abort();
    setCompleted(undefined);
    const controller = new AbortController();
    controllerRef.current = controller;
    try {
      const reply = await mutateAsync({ file, signal: controller.signal });
      if (controllerRef.current !== controller) return;
      setError(undefined);
      setCompleted({ name: file.name, progress: { loaded: file.size, total: file.size, percentage: 100 } });
      onSuccess(reply, file);
    } catch (cause) {
      if (controllerRef.current === controller && !controller.signal.aborted) setError(errorMessage(cause, fallback));
    } finally {
      if (controllerRef.current === controller) setActive(undefined);
    }
  }

  return {
    active,
    completed,
    error,
    send: (file) => void send(file),
    cancel: () => controllerRef.current?.abort(),
  };
}

/**
 * Tracks the uploads of a form, and deletes those on the server that no saved record uses. `add` tracks an upload's URL;
 * `commit` takes the URLs of the saved record and deletes the rest, as unmounting does.
 */
export function useUnsavedUploads(): { add: (url: string) => void; commit: (...savedUrls: unknown[]) => void } {
  const { kind: as } = useArea();
  const unsaved = useRef(new Set<string>());
  const deleteUnsaved = useCallback(() => {
    for (const url of unsaved.current) {
      // The server removes unused uploads itself later, so a failure needs no message.
      callLoosely("DELETE /api/admin/uploads", { query: { url }, as }).catch(() => undefined);
    }
    unsaved.current.clear();
  }, [as]);
  useEffect(() => deleteUnsaved, [deleteUnsaved]);
  return useMemo(
    () => ({
      add: (url) => void unsaved.current.add(url),
      commit(...savedUrls) {
        for (const url of savedUrls) unsaved.current.delete(String(url));
        deleteUnsaved();
      },
    }),
    [deleteUnsaved],
  );
}
