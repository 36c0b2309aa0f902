/** The published interfaces of SePay, Casso and payOS over HTTP for tests: lists of transfers, payment links, and injected faults. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { emptyPaymentConfig, type PaymentConfigBody } from "#contract/payment-config.ts";
import type { PaymentProvider } from "#contract/payments.ts";
import { payosSignature } from "#server/features/payment-providers/payos-signature.ts";
import { anyAgents } from "#server/platform/outbound.ts";
import type { TestApp } from "./app.ts";

export type PaymentFault =
  | { kind: "status"; status: number; headers?: Record<string, string>; body?: string }
  /** HTTP 200 with another body than the documented one. */
  | { kind: "body"; body: string }
  /** Never answers. */
  | { kind: "hang" }
  /** Sends a letter now and then, for ever. */
  | { kind: "trickle" }
  | { kind: "endless" }
  | { kind: "cut" };

export interface PaymentRequest {
  provider: PaymentProvider;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: unknown;
}

type Row = Record<string, unknown>;
export interface PayosLinkRow {
  amount: number;
  description: string;
  expiredAt: number;
  status: string;
  transactions: Row[];
}

export interface PaymentServer {
  url: string;
  sepay: Row[];
  casso: Row[];
  /** By `orderCode`. */
  payos: Map<number, PayosLinkRow>;
  requests: PaymentRequest[];
  /** Faults of the next requests, one for each; undefined stands for none. */
  faults: Record<PaymentProvider, (PaymentFault | undefined)[]>;
  /** Replaces the pages of SePay. */
  sepayPage: ((page: number) => unknown) | undefined;
  /** Replaces the data of payOS, before it is signed. */
  payosData: ((data: Row) => Row) | undefined;
  /** Is awaited before a request is answered. */
  onRequest: ((request: PaymentRequest) => void | Promise<void>) | undefined;
}

export const paymentKeys = {
  sepay: "sepay-api-token",
  casso: "casso-api-key",
  payos: { client_id: "client-id", api_key: "payos-api-key", checksum_key: "payos-checksum-key" },
} as const;

/** Starts the double; it stops after the test. */
export async function startPayments(): Promise<PaymentServer> {
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  const state: PaymentServer = {
    url: "",
    sepay: [],
    casso: [],
    payos: new Map(),
    requests: [],
    faults: { sepay: [], casso: [], payos: [] },
    sepayPage: undefined,
    payosData: undefined,
    onRequest: undefined,
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const [, provider = "", path = "", search = ""] = /^\/(\w+)(\/[^?]*)\??(.*)$/.exec(request.url ?? "") ?? [];
    if (!isProvider(provider)) return void response.writeHead(404).end();
    const asked: PaymentRequest = {
      provider,
      path,
      query: new URLSearchParams(search),
      headers: request.headers,
      body: body === "" ? undefined : JSON.parse(body),
    };
    state.requests.push(asked);
    await state.onRequest?.(asked);
    const fault = state.faults[provider].shift();
    if (fault) return fail(response, fault);
    if (provider === "payos") return payos(request, response, asked);
    const isSepay = provider === "sepay";
    const right = isSepay ? `Bearer ${paymentKeys.sepay}` : `Apikey ${paymentKeys.casso}`;
    if (request.headers.authorization !== right) return void response.writeHead(401).end("{}");
    json(response, isSepay ? sepay(asked) : casso(asked));
  }

  function sepay({ query }: PaymentRequest): unknown {
    const page = Number(query.get("page"));
    if (state.sepayPage) return state.sepayPage(page);
    const from = query.get("transaction_date_from") ?? "";
    const rows = state.sepay
      .filter((row) => String(row.transaction_date) >= from)
      .sort((a, b) => (String(a.transaction_date) < String(b.transaction_date) ? -1 : 1));
    return sepayAnswer(rows, page, Number(query.get("per_page")));
  }

  function casso({ query }: PaymentRequest): unknown {
    const page = Number(query.get("page"));
    const size = Number(query.get("pageSize"));
    const rows = state.casso.filter((row) => String(row.when).slice(0, 10) >= (query.get("fromDate") ?? ""));
    const totalPages = Math.ceil(rows.length / size);
    const records = rows.slice((page - 1) * size, page * size);
    return { error: 0, message: "success", data: { page, pageSize: size, totalPages, records } };
  }

  function payos({ headers, method }: IncomingMessage, response: ServerResponse, { path, body }: PaymentRequest): void {
    const { client_id, api_key, checksum_key } = paymentKeys.payos;
    if (headers["x-client-id"] !== client_id || headers["x-api-key"] !== api_key) {
      return json(response, { code: "401", desc: "unauthorized", data: null });
    }
    const reply = (given: Row) => {
      const data = state.payosData?.(given) ?? given;
      json(response, { code: "00", desc: "success", data, signature: payosSignature(data, checksum_key) });
    };
    if (method === "POST") {
      const { signature, expiredAt, ...signed } = body as Row & { orderCode: number; amount: number };
      if (signature !== payosSignature(signed, checksum_key)) return json(response, { code: "201", desc: "signature" });
      const { orderCode, amount, description } = signed as unknown as PayosLinkRow & { orderCode: number };
      if (state.payos.has(orderCode)) return json(response, { code: "231", desc: "exists" });
      const link = { amount, description, expiredAt: Number(expiredAt), status: "PENDING", transactions: [] };
      state.payos.set(orderCode, link);
      const account = `V3CAS${String(state.payos.size).padStart(9, "0")}`;
      return reply({
        bin: "970418",
        accountNumber: account,
        accountName: "NGUYEN THI NGA",
        amount,
        description: `CS1 ${description}`,
        orderCode,
        currency: "VND",
        paymentLinkId: `link-${state.payos.size}`,
        status: "PENDING",
        expiredAt,
        checkoutUrl: "https://pay.payos.vn/web/1",
        qrCode: `00020101021238570010A000000727${account}6304ABCD`,
      });
    }
    const orderCode = Number(path.split("/").at(-1));
    const link = state.payos.get(orderCode);
    if (!link) return json(response, { code: "101", desc: "not found" });
    const amountPaid = link.transactions.reduce((sum, { amount }) => sum + Number(amount), 0);
    return reply({
      id: "link",
      orderCode,
      amount: link.amount,
      amountPaid,
      amountRemaining: link.amount - amountPaid,
      status: link.status,
      createdAt: "2026-05-05T12:00:00+07:00",
      transactions: link.transactions,
      canceledAt: null,
      cancellationReason: null,
    });
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return state;
}

/** Options that lead the clients to the double. */
export function paymentOptionsFor({ url }: Pick<PaymentServer, "url">) {
  const origins = { sepayOrigin: `${url}/sepay`, cassoOrigin: `${url}/casso`, payosOrigin: `${url}/payos` };
  return { ...origins, agents: anyAgents(), timeoutMs: 10_000, linkWaitMs: 10_000, spacingMs: 0 };
}

/** Saves the settings of services that are asked. */
export async function configurePayments(
  app: TestApp,
  token: string,
  providers: readonly PaymentProvider[],
): Promise<void> {
  const path = "/api/admin/config/payments";
  const { version } = (await app.send(`GET ${path}`, { token })).json<{ version: string }>();
  const { sepay, casso, payos, ...rest } = emptyPaymentConfig;
  const config: PaymentConfigBody = {
    ...rest,
    sepay: { ...sepay, api_token: providers.includes("sepay") ? paymentKeys.sepay : "", secret: "sepay-secret" },
    casso: { ...casso, api_token: providers.includes("casso") ? paymentKeys.casso : "" },
    payos: { ...payos, ...(providers.includes("payos") ? paymentKeys.payos : {}) },
  };
  const saved = await app.send(`PUT ${path}`, { token, json: { ...config, version } });
  if (saved.statusCode !== 200) throw new Error(saved.body);
}

/** Returns an answer of SePay with a page of rows. */
export function sepayAnswer(rows: readonly Row[], page = 1, perPage = 100): unknown {
  const last_page = Math.max(1, Math.ceil(rows.length / perPage));
  return {
    status: "success",
    data: rows.slice((page - 1) * perPage, page * perPage),
    meta: {
      pagination: { total: rows.length, per_page: perPage, current_page: page, last_page, has_more: page < last_page },
    },
  };
}

/** Returns a row of SePay. @param values `at` is the time in Vietnam, `2026-05-05 12:00:00`. */
export function sepayRow(id: string, { at, ...values }: Row & { at: string }): Row {
  return {
    id,
    transaction_date: at,
    account_number: "0123456789",
    va: "",
    transfer_type: "in",
    amount_in: 99_000,
    amount_out: 0,
    accumulated: 1_099_000,
    transaction_content: `chuyen tien ${id}`,
    reference_number: `FT${id}`,
    code: null,
    bank_brand_name: "Vietcombank",
    ...values,
  };
}

const isProvider = (text: string): text is PaymentProvider => ["sepay", "casso", "payos"].includes(text);

function fail(response: ServerResponse, fault: PaymentFault): void {
  switch (fault.kind) {
    case "status":
      response.writeHead(fault.status, fault.headers).end(fault.body ?? "<html>gateway</html>");
      return;
    case "body":
      response.writeHead(200, { "content-type": "application/json" }).end(fault.body);
      return;
    case "cut":
      response.destroy();
      return;
    case "trickle": {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 5);
      response.on("close", () => clearInterval(timer));
      return;
    }
    case "endless": {
      response.writeHead(200, { "content-type": "application/json" });
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, 0x20)));
        if (!response.destroyed) response.once("drain", more);
      };
      return more();
    }
    case "hang":
  }
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
