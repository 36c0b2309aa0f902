/** The platform: the HTTP server with its limits and errors, the outbox, the metrics and the caches of what anonymous visitors read. */
import type { RequestListener, Server } from "node:http";
import formbody from "@fastify/formbody";
import Fastify, { type FastifyBaseLogger } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { Logger } from "pino";
import { defaultBodyLimit } from "#contract/endpoint.ts";
import { ApiError } from "#contract/errors.ts";
import { catalogueTopic, siteTopic } from "#server/features/topics.ts";
import type { Config } from "#server/platform/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import { handleErrors, sendError, toApiError } from "#server/platform/http/errors.ts";
import { createHeavyReads } from "#server/platform/http/limits/heavy-reads.ts";
import { refuseOverload } from "#server/platform/http/limits/overload.ts";
import { createLimitedServer } from "#server/platform/http/limits/server.ts";
import { limitExchangeTimes } from "#server/platform/http/limits/timeouts.ts";
import { lingerAfterTooLarge } from "#server/platform/http/linger.ts";
import { describeApi } from "#server/platform/http/openapi/openapi.ts";
import { isPageUrl } from "#server/platform/http/page-url.ts";
import { sendOverloadedPage } from "#server/platform/http/pages/pages.ts";
import { createResponseCache } from "#server/platform/http/replies/response-cache.ts";
import { logRequests, quietFramework, requestIds } from "#server/platform/http/request-log.ts";
import { countRequests } from "#server/platform/http/request-metrics.ts";
import { acceptEmptyJson } from "#server/platform/http/router.ts";
import { addSecurityHeaders, securityHeaders } from "#server/platform/http/security.ts";
import { pathOfTarget } from "#server/platform/http/target.ts";
import { refuseSeveralHosts, refuseUnreadable } from "#server/platform/http/unreadable.ts";
import { createIdempotency } from "#server/platform/idempotency.ts";
import { Counter, createMetrics } from "#server/platform/metrics/metrics.ts";
import { watchProcess } from "#server/platform/metrics/process.ts";
import { createOutbox } from "#server/platform/outbox.ts";
import { appCommit, appVersion } from "#server/platform/version.ts";
import type { Ports } from "./ports.ts";

export interface PlatformDeps {
  config: Config;
  /** Migrated. */
  database: Database;
  log: Logger;
  /** Makes the server that the site answers on; by default one that does not listen yet. */
  serverFactory?: (listener: RequestListener) => Server;
}

export type Platform = Awaited<ReturnType<typeof openPlatform>>;

/** Makes the HTTP server without listening, and what every wing works with. */
export async function openPlatform(deps: PlatformDeps, { pageNotFound }: Pick<Ports, "pageNotFound">) {
  const { config, database, log } = deps;
  const http = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: quietFramework,
    genReqId: requestIds(),
    trustProxy: config.http.trustProxy,
    bodyLimit: defaultBodyLimit,
    serverFactory: deps.serverFactory ?? ((listener) => createLimitedServer(listener, config.http, log)),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: "idle",
    return503OnClosing: false,
    rewriteUrl: pathOfTarget,
    clientErrorHandler: refuseUnreadable,
    // Errors before routing, such as an invalid percent encoding.
    frameworkErrors: (error, request, reply) => {
      if (isPageUrl(request.raw.url ?? "") && pageNotFound.use(reply)) return;
      sendError(reply, toApiError(error));
    },
  });
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  const metrics = createMetrics(log);
  const processWatch = watchProcess({ version: appVersion, commit: appCommit ?? "" });
  metrics.add(processWatch.collect);
  http.addHook("onClose", async () => processWatch.stop());
  handleErrors(http);
  lingerAfterTooLarge(http);
  metrics.add(countRequests(http));
  logRequests(http, log);
  limitExchangeTimes(http, config.http.timeouts);
  refuseOverload(http, {
    maxDelayMs: config.http.maxEventLoopDelayMs,
    log,
    refuse(request, reply) {
      if (isPageUrl(request.raw.url ?? "")) sendOverloadedPage(reply);
      else sendError(reply, new ApiError("unavailable"));
    },
  });
  refuseSeveralHosts(http);
  const security = securityHeaders(config.http.publicUrl);
  addSecurityHeaders(http, security);
  http.removeContentTypeParser("text/plain");
  acceptEmptyJson(http);
  await http.register(formbody, { bodyLimit: defaultBodyLimit });
  await describeApi(http, config.http.publicUrl);
  http.setNotFoundHandler((_request, reply) => sendError(reply, new ApiError("not_found")));

  const { changes } = database;
  return {
    config,
    database,
    log,
    http,
    security,
    heavyReads: createHeavyReads(),
    outbox: createOutbox(database, log),
    idempotency: createIdempotency(database, log),
    metrics,
    /** What happened in this process, for the metrics. */
    counts: { plays: new Counter(), orders: new Counter(), song_requests: new Counter() },
    caches: {
      // The settings of object storage determine the addresses of audio.
      catalogue: createResponseCache(changes, [catalogueTopic, siteTopic]),
      site: createResponseCache(changes, [siteTopic]),
      pages: createResponseCache(changes, [catalogueTopic, siteTopic]),
    },
  };
}
