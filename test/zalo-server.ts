/** Zalo's published interface over HTTP for tests: template messages and tokens, each refresh token good once, and injected faults. */
import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { emptyZaloConfig, type ZaloConfigBody } from "#contract/zalo.ts";
import { anyAgents } from "#server/platform/outbound.ts";

export type ZaloFault =
  /** HTTP 200 with a number, as Zalo refuses. */
  | { kind: "error"; error: number }
  | { kind: "status"; status: number; body?: string }
  | { kind: "hang" }
  /** Closes the connection without an answer; the message was taken. */
  | { kind: "cut" }
  /** Takes the message and never answers. */
  | { kind: "silent" }
  | { kind: "endless" };

export interface SentMessage {
  phone: string;
  template_id: string;
  template_data: Record<string, string>;
  tracking_id: string;
}

export interface ZaloServer {
  url: string;
  appId: string;
  secretKey: string;
  /** The pair that is valid now. */
  accessToken: string;
  refreshToken: string;
  /** All messages that arrived, also those that were refused. */
  received: SentMessage[];
  /** Those that were taken. */
  taken: SentMessage[];
  /** Number of exchanges of a refresh token that succeeded, and of all requests for one. */
  renewals: number;
  renewalRequests: number;
  /** Faults of the next requests, one for each; undefined stands for none. */
  messageFaults: (ZaloFault | undefined)[];
  tokenFaults: (ZaloFault | undefined)[];
  /** Is awaited before a request is answered. */
  onRequest: ((path: string) => void | Promise<void>) | undefined;
  /** Expires the access token: Zalo answers this number from now on. */
  expire(answer?: ZaloFault): void;
  stop(): Promise<void>;
}

/** Starts the double; it stops after the test. */
export async function startZalo(): Promise<ZaloServer> {
  let expired: ZaloFault = { kind: "error", error: -216 };
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  const state: ZaloServer = {
    url: "",
    appId: "2074138120372622546",
    secretKey: "app-secret-key",
    accessToken: "access-0",
    refreshToken: "refresh-0",
    received: [],
    taken: [],
    renewals: 0,
    renewalRequests: 0,
    messageFaults: [],
    tokenFaults: [],
    onRequest: undefined,
    expire(fault = { kind: "error", error: -216 }) {
      expired = fault;
      state.accessToken = "none";
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const path = request.url ?? "";
    if (path === "/message/template" && request.method === "POST") {
      await state.onRequest?.(path);
      return message(request, response, JSON.parse(body) as SentMessage);
    }
    if (path === "/v4/oa/access_token" && request.method === "POST") {
      state.renewalRequests += 1;
      await state.onRequest?.(path);
      return token(request, response, new URLSearchParams(body));
    }
    response.writeHead(404).end();
  }

  function message(request: IncomingMessage, response: ServerResponse, sent: SentMessage): void {
    state.received.push(sent);
    const fault = state.messageFaults.shift();
    if (fault) {
      if (fault.kind === "cut" || fault.kind === "silent") state.taken.push(sent);
      return fail(response, fault);
    }
    if (request.headers.access_token !== state.accessToken) return fail(response, expired);
    const proof = createHmac("sha256", state.secretKey).update(state.accessToken).digest("hex");
    if (request.headers.appsecret_proof !== proof) return fail(response, { kind: "error", error: -242 });
    state.taken.push(sent);
    const data = {
      msg_id: `msg${state.taken.length}`,
      sent_time: "1626926349402",
      sending_mode: "1",
      quota: { dailyQuota: "500", remainingQuota: "499" },
    };
    json(response, { error: 0, message: "Success", data });
  }

  function token(request: IncomingMessage, response: ServerResponse, form: URLSearchParams): void {
    const fault = state.tokenFaults.shift();
    if (fault) return fail(response, fault);
    const isRight =
      request.headers.secret_key === state.secretKey &&
      form.get("app_id") === state.appId &&
      form.get("grant_type") === "refresh_token";
    if (!isRight) return json(response, { error: -14004, error_name: "Invalid secret key" });
    if (form.get("refresh_token") !== state.refreshToken) return json(response, { error: -14020, error_name: "used" });
    state.renewals += 1;
    state.accessToken = `access-${state.renewals}`;
    state.refreshToken = `refresh-${state.renewals}`;
    json(response, {
      access_token: state.accessToken,
      refresh_token: state.refreshToken,
      expires_in: "90000",
    });
  }

  function fail(response: ServerResponse, fault: ZaloFault): void {
    switch (fault.kind) {
      case "error":
        return json(response, { error: fault.error, message: "refused" });
      case "status":
        response.writeHead(fault.status).end(fault.body ?? "<html>gateway</html>");
        return;
      case "cut":
        response.destroy();
        return;
      case "endless": {
        response.writeHead(200, { "content-type": "application/json" });
        const more = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(16_384, 0x20)));
          if (!response.destroyed) response.once("drain", more);
        };
        return more();
      }
      case "hang":
      case "silent":
    }
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(state.stop);
  return state;
}

/** The key by which the double signs its reports. */
export const oaSecret = "oa-secret-key";

/** Returns settings of the channel that leads to the double. */
export const settingsOf = (zalo: ZaloServer, change: Partial<ZaloConfigBody> = {}): ZaloConfigBody => ({
  ...emptyZaloConfig,
  is_on: true,
  app_id: zalo.appId,
  oa_id: "2893352839501541173",
  secret_key: zalo.secretKey,
  oa_secret_key: oaSecret,
  access_token: zalo.accessToken,
  refresh_token: zalo.refreshToken,
  templates: {
    ...emptyZaloConfig.templates,
    order_received: {
      template_id: "7895417a7d3f",
      params: {
        ...emptyZaloConfig.templates.order_received.params,
        recipient_name: "ten",
        code: "ma_don",
        amount: "tien",
        link: "trang",
      },
    },
  },
  ...change,
});

/** Options that lead the channel to the double. */
export function optionsFor({ url }: ZaloServer) {
  return { messageOrigin: url, tokenOrigin: url, agents: anyAgents(), timeoutMs: 5_000, tokenLookMs: 10 };
}

/** Returns a report that a message reached its phone, signed as Zalo does. */
export function reportOf(
  { appId }: Pick<ZaloServer, "appId">,
  trackingId: string,
  secret: string,
): { body: string; signature: string } {
  const timestamp = "1602560967477";
  const body = JSON.stringify({
    sender: { id: "2893352839501541173" },
    recipient: { id: "84905123456" },
    event_name: "user_received_message",
    message: { delivery_time: "1602960467432", msg_id: "15a0cc0bbb13bd4ce403", tracking_id: trackingId },
    app_id: appId,
    timestamp,
  });
  const hash = createHash("sha256").update(`${appId}${body}${timestamp}${secret}`).digest("hex");
  return { body, signature: `mac=${hash}` };
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
