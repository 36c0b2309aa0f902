/** The published HTTP interface of Zalo: template messages, and the renewal of tokens. */
import { createHmac } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { type Agents, publicAgents } from "#server/platform/outbound.ts";
import type { Answer } from "./zalo-answers.ts";

export interface ZaloApiOptions {
  /** Other addresses and agents than Zalo's, for tests. */
  messageOrigin?: string;
  tokenOrigin?: string;
  agents?: Agents;
  /** Milliseconds for a request with its answer. */
  timeoutMs?: number;
}

export interface TemplateMessage {
  /** As `84…`. */
  phone: string;
  template_id: string;
  template_data: Record<string, string>;
  tracking_id: string;
}

export interface TokenPair {
  access_token: string;
  refresh_token: string;
  /** Seconds. */
  expires_in: number;
}

export interface ZaloApi {
  send(
    message: TemplateMessage,
    credentials: { accessToken: string; secretKey: string },
    signal: AbortSignal,
  ): Promise<Answer>;
  /** Exchanges a refresh token, which is good once. */
  refresh(credentials: { appId: string; secretKey: string; refreshToken: string }): Promise<TokenPair | Answer>;
  close(): void;
}

const maxAnswerBytes = 64 * 1024;
const defaultTimeoutMs = 10_000;
/** The documented life of an access token, for an answer that does not say it. */
const defaultTokenSeconds = 25 * 3600;

export function createZaloApi({
  messageOrigin = "https://business.openapi.zalo.me",
  tokenOrigin = "https://oauth.zaloapp.com",
  agents = publicAgents(),
  timeoutMs = defaultTimeoutMs,
}: ZaloApiOptions = {}): ZaloApi {
  /** Never throws: what came instead of an answer is one, too. */
  async function post(
    url: string,
    headers: Record<string, string>,
    body: string,
    signal?: AbortSignal,
  ): Promise<{ answer: Answer; json?: Record<string, unknown> }> {
    let reachedZalo = false;
    try {
      const timeout = AbortSignal.timeout(timeoutMs);
      const { status, text } = await exchange(
        url,
        headers,
        body,
        signal ? AbortSignal.any([signal, timeout]) : timeout,
      );
      const json = parse(text);
      const error = Number(json?.error ?? Number.NaN);
      if (json && Number.isSafeInteger(error))
        return { answer: { kind: "number", error, messageId: idOf(json) }, json };
      return { answer: { kind: "http", status }, ...(json ? { json } : {}) };
    } catch {
      return { answer: { kind: "failed", reachedZalo } };
    }

    function exchange(address: string, fields: Record<string, string>, content: string, abort: AbortSignal) {
      return new Promise<{ status: number; text: string }>((resolve, reject) => {
        const isTls = address.startsWith("https:");
        const request = (isTls ? https : http).request(
          address,
          {
            method: "POST",
            agent: isTls ? agents.https : agents.http,
            headers: { ...fields, accept: "application/json", "content-length": Buffer.byteLength(content) },
            signal: abort,
          },
          (response) => {
            const chunks: Buffer[] = [];
            let size = 0;
            response.on("data", (chunk: Buffer) => {
              size += chunk.length;
              if (size > maxAnswerBytes) response.destroy(new Error("The answer is too long"));
              else chunks.push(chunk);
            });
            response.on("error", reject);
            response.on("close", () => response.complete || reject(new Error("The answer was cut off")));
            response.on("end", () =>
              resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
            );
          },
        );
        request.on("error", reject);
        request.on("socket", (socket) => {
          const isOpen = request.reusedSocket;
          if (isOpen) reachedZalo = true;
          else socket.once(isTls ? "secureConnect" : "connect", () => (reachedZalo = true));
        });
        request.end(content);
      });
    }
  }

  return {
    async send(message, { accessToken, secretKey }, signal) {
      const headers = {
        "content-type": "application/json",
        access_token: accessToken,
        // Apps can demand it; all others ignore it.
        appsecret_proof: createHmac("sha256", secretKey).update(accessToken).digest("hex"),
      };
      const { answer } = await post(`${messageOrigin}/message/template`, headers, JSON.stringify(message), signal);
      return answer;
    },

    async refresh({ appId, secretKey, refreshToken }) {
      const { answer, json } = await post(
        `${tokenOrigin}/v4/oa/access_token`,
        { "content-type": "application/x-www-form-urlencoded", secret_key: secretKey },
        new URLSearchParams({
          refresh_token: refreshToken,
          app_id: appId,
          grant_type: "refresh_token",
        }).toString(),
      );
      const { access_token, refresh_token, expires_in } = json ?? {};
      const isPair = typeof access_token === "string" && typeof refresh_token === "string";
      if (!isPair || access_token === "" || refresh_token === "") return answer;
      const seconds = Number(expires_in);
      return { access_token, refresh_token, expires_in: seconds > 0 ? seconds : defaultTokenSeconds };
    },

    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function idOf({ data }: Record<string, unknown>): string | null {
  const id = (data as { msg_id?: unknown } | null | undefined)?.msg_id;
  return typeof id === "string" ? id.slice(0, 100) : null;
}
