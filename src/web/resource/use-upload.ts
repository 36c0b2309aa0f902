/** Files sent from a form: one at a time, with progress, cancelled when the form goes, and taken back when not saved. */
import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Api } from "#contract/api.ts";
import type { Reply } from "#contract/endpoint.ts";
import { call } from "../lib/api.ts";
import { type UploadKey, type UploadProgress, upload } from "../lib/upload.ts";
import { sentenceOf } from "./queries.ts";

interface UploadOptions<K extends UploadKey> {
  key: K;
  field: string;
  /** The sentence why a file is not even sent. */
  refuse: (file: File) => string | undefined;
  fallback: string;
  /** Said when no answer came, where that is another sentence. */
  unreachable?: string;
  done: (reply: Reply<Api[K]>, file: File) => void;
  /** Told when a file begins and ends its way. */
  onBusy?: (busy: boolean) => void;
}

export interface UploadControl {
  /** The file on its way, and how far it has got. */
  sending: { name: string; progress: UploadProgress } | undefined;
  /** The file that has arrived. */
  sent: UploadControl["sending"];
  error: string | undefined;
  send: (file: File) => void;
  cancel: () => void;
}

/** A file on its way from a form. */
export function useUpload<K extends UploadKey>(options: UploadOptions<K>): UploadControl {
  const { key, field, refuse, fallback, unreachable = fallback, done, onBusy } = options;
  const [sending, setSending] = useState<UploadControl["sending"]>();
  const [sent, setSent] = useState<UploadControl["sending"]>();
  const [error, setError] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const { mutateAsync } = useMutation({
    mutationFn: ({ file, signal }: { file: File; signal: AbortSignal }) => {
      const body = new FormData();
      body.set(field, file);
      setSending({ name: file.name, progress: { loaded: 0, total: file.size, percentage: 0 } });
      return upload(key, body, {
        as: "admin",
        signal,
        fallback,
        unreachable,
        onProgress: (progress) => setSending({ name: file.name, progress }),
      });
    },
  });
  useEffect(() => () => running.current?.abort(), []);
  const busy = sending !== undefined;
  const tellBusy = useEffectEvent(() => onBusy?.(busy));
  useEffect(() => tellBusy(), [busy]);

  async function send(file: File) {
    const refused = refuse(file);
    setError(refused);
    if (refused) return;
    running.current?.abort();
    setSent(undefined);
    const controller = new AbortController();
    running.current = controller;
    try {
      const reply = await mutateAsync({ file, signal: controller.signal });
      if (running.current !== controller) return;
      setError(undefined);
      setSent({ name: file.name, progress: { loaded: file.size, total: file.size, percentage: 100 } });
      done(reply, file);
    } catch (failure) {
      if (running.current === controller && !controller.signal.aborted) setError(sentenceOf(failure, fallback));
    } finally {
      if (running.current === controller) setSending(undefined);
    }
  }

  return {
    sending,
    sent,
    error,
    send: (file) => void send(file),
    cancel: () => running.current?.abort(),
  };
}

/**
 * Remembers what a form has sent, so that the server drops what is not saved: `sent` notes a file's address, `saved` tells
 * which addresses are used now. What is left when the form goes is dropped too.
 */
export function useSentFiles(): { sent: (address: string) => void; saved: (...addresses: unknown[]) => void } {
  const unused = useRef(new Set<string>());
  const drop = useCallback(() => {
    for (const url of unused.current) {
      // A file that stays behind harms nobody; there is nothing a person could do about it.
      call("DELETE /api/admin/uploads", { query: { url }, as: "admin" }).catch(() => undefined);
    }
    unused.current.clear();
  }, []);
  useEffect(() => drop, [drop]);
  return {
    sent: (address) => void unused.current.add(address),
    saved(...addresses) {
      for (const address of addresses) unused.current.delete(String(address));
      drop();
    },
  };
}
