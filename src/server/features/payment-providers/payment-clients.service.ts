/** The HTTP interfaces of the services that tell of transfers, for asking them what was missed and for links. */
import { type Agents, publicAgents } from "#server/platform/outbound.ts";
import type { ReceivedEvent } from "./adapters/call.ts";
import { cassoList } from "./clients/casso-list.ts";
import { type PayosClient, payosClient } from "./clients/payos-client.ts";
import { ProviderError, providerHttp } from "./clients/provider-http.ts";
import { sepayList } from "./clients/sepay-list.ts";
import type { TransferList } from "./clients/transfer-list.ts";

export { ProviderError, type ReceivedEvent, type TransferList };

export interface PaymentClientsOptions {
  /** Other addresses and agents than those of the services, for tests. */
  sepayOrigin?: string | undefined;
  cassoOrigin?: string | undefined;
  payosOrigin?: string | undefined;
  agents?: Agents | undefined;
  /** Milliseconds for a request with its answer. */
  timeoutMs?: number | undefined;
  /** Milliseconds between the beginnings of two requests to one service. */
  spacingMs?: number | undefined;
}

export interface PaymentClients {
  sepay: TransferList;
  casso: TransferList;
  payos: PayosClient;
  close(): void;
}

export function createPaymentClients(options: PaymentClientsOptions = {}): PaymentClients {
  const { agents = publicAgents(), timeoutMs, spacingMs } = options;
  const http = (name: string) => providerHttp(name, { agents, timeoutMs, spacingMs });
  return {
    sepay: sepayList(http("SePay"), options.sepayOrigin),
    casso: cassoList(http("Casso"), options.cassoOrigin),
    payos: payosClient(http("payOS"), options.payosOrigin),
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}
