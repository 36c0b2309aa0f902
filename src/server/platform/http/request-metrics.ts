/** Counts requests and their times by the pattern of their route, never by their path: what a client invents makes no series. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Collector, Counter, Histogram, type Sample } from "../metrics/metrics.ts";

/** Seconds: a cached reply takes less than the first, an export more than most. */
const bounds = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** Requests that no route takes. */
const unmatched = "unmatched";

interface Series {
  route: string;
  method: string;
  statuses: Map<number, Counter>;
  /** Undefined for streams of events, which last as long as somebody listens. */
  seconds: Histogram | undefined;
}

/** Counts every finished request from now on. */
export function countRequests(http: FastifyInstance): Collector {
  const series = new Map<string, Series>();
  /** By the configuration of the route, which is one object for all its requests. */
  const byRoute = new Map<unknown, Map<string, Series>>();

  function seriesOf(request: FastifyRequest, config: unknown): Series {
    const one = seriesOfRoute(request);
    const ofRoute = byRoute.get(config) ?? new Map<string, Series>();
    byRoute.set(config, ofRoute.set(request.method, one));
    return one;
  }

  function seriesOfRoute({ routeOptions: { url, config }, method: sent }: FastifyRequest): Series {
    const route = patternOf(url, config?.key);
    const method = methods.has(sent) ? sent : "other";
    const name = `${method} ${route}`;
    const known = series.get(name);
    if (known) return known;
    const seconds = config?.endpoint?.replyType === "events" ? undefined : new Histogram(bounds);
    const made = { route, method, statuses: new Map(), seconds };
    series.set(name, made);
    return made;
  }

  http.addHook("onResponse", (request, reply, done) => {
    const { config } = request.routeOptions;
    const { statuses, seconds } = byRoute.get(config)?.get(request.method) ?? seriesOf(request, config);
    const count = statuses.get(reply.statusCode) ?? new Counter();
    if (count.value === 0) statuses.set(reply.statusCode, count);
    count.add();
    seconds?.observe(reply.elapsedTime / 1000);
    done();
  });

  return () => {
    const counts: Sample[] = [];
    const times: Sample[] = [];
    for (const { route, method, statuses, seconds } of series.values()) {
      for (const [status, { value }] of statuses) {
        counts.push({ labels: { route, method, status: String(status) }, value });
      }
      if (seconds) times.push({ labels: { route, method }, value: seconds });
    }
    return [
      { name: "http_requests_total", help: "Answered requests.", type: "counter", samples: counts },
      {
        name: "http_request_duration_seconds",
        help: "Time from the head of a request to the end of its answer; not of event streams.",
        type: "histogram",
        samples: times,
      },
    ];
  };
}

/** `/api/songs/{id}`, as the contract writes it. */
function patternOf(url: string | undefined, key: string | undefined): string {
  if (key !== undefined) return key.slice(key.indexOf(" ") + 1);
  // Each file of the build has a route of its own, and another name after the next build.
  if (url?.startsWith("/assets/")) return "/assets/*";
  return url?.replaceAll(/:(\w+)/g, "{$1}") ?? unmatched;
}
