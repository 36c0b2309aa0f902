import { useEffect, useEffectEvent } from "react";
import type { Api } from "#contract/api.ts";
import type { Reply } from "#contract/endpoint.ts";

/** The streams that tell how a payment stands. */
export type PaymentStream = "GET /api/orders/{token}/events" | "GET /api/requests/{token}/events";

/** Milliseconds from one look to the next while the stream is silent: they grow. */
const firstPause = 5000;
const maxPause = 60_000;
const growth = 1.5;

interface PaymentWatch<K extends PaymentStream> {
  stream: K;
  /** Of the private page. */
  token: string;
  /** Whether the payment may still change, so that the server is listened to; a tab that is shown again looks anyway. */
  isOn: boolean;
  /** Whether the server tells something else than what is shown. */
  isNews(state: Reply<Api[K]>): boolean;
  /** Fetches again what is shown. */
  look(): unknown;
}

/**
 * Looks whenever a payment changes: told by the server's events; after growing pauses while these don't come; and at once when a tab that
 * slept is shown again or the network returns. Never in a hidden tab but by an event.
 */
export function usePaymentWatch<K extends PaymentStream>({ stream, token, isOn, isNews, look }: PaymentWatch<K>): void {
  const lookNow = useEffectEvent(() => void look());
  const onState = useEffectEvent((state: Reply<Api[K]>) => {
    if (isNews(state)) look();
  });
  useEffect(() => {
    let controller: AbortController | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pause = firstPause;

    function endPolling(): void {
      clearTimeout(timer);
      timer = undefined;
    }
    function poll(): void {
      timer ??= setTimeout(() => {
        timer = undefined;
        if (isVisible()) lookNow();
        pause = Math.min(growth * pause, maxPause);
        poll();
      }, pause);
    }
    function end(): void {
      controller?.abort();
      endPolling();
    }
    function begin(): void {
      end();
      pause = firstPause;
      poll();
      controller = new AbortController();
      const { signal } = controller;
      void follow(signal);
    }
    async function follow(signal: AbortSignal): Promise<void> {
      try {
        const { listen } = await import("../../../lib/events.ts");
        if (signal.aborted) return;
        await listen<PaymentStream>(stream, {
          params: { token },
          signal,
          onEvent(state) {
            endPolling();
            pause = firstPause;
            onState(state as Reply<Api[K]>);
          },
          onBreak() {
            // A tab that sleeps listens again once it is shown.
            if (isVisible()) poll();
            else end();
          },
        });
      } catch {
        // The address is gone, which the next look says; without the code of the stream, looks go on.
        if (!signal.aborted) lookNow();
      }
    }
    function wake(): void {
      if (!isVisible()) return;
      lookNow();
      if (isOn) begin();
    }
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) wake();
    };
    if (isOn) begin();
    document.addEventListener("visibilitychange", wake);
    window.addEventListener("pageshow", onPageShow);
    window.addEventListener("online", wake);
    return () => {
      end();
      document.removeEventListener("visibilitychange", wake);
      window.removeEventListener("pageshow", onPageShow);
      window.removeEventListener("online", wake);
    };
  }, [stream, token, isOn]);
}

const isVisible = (): boolean => document.visibilityState === "visible";
