/** Metrics of the process itself: event loop, memory, CPU. Names are those of Prometheus' own libraries where they have one. */
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import type { Collector, Family } from "./metrics.ts";

/** Milliseconds between two samples of the event loop's delay. */
const resolution = 20;

/** Watches the process until `stop`. @param build version and commit of the product, empty where it is not known. */
export function watchProcess(build: { version: string; commit: string }): { collect: Collector; stop: () => void } {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  const startedAt = Math.round(Date.now() / 1000 - process.uptime());

  function collect(): Family[] {
    // A sample is the time between two ticks: what is longer than it should be is the delay.
    const late = (nanoseconds: number) => (delay.count === 0 ? 0 : Math.max(0, nanoseconds / 1e9 - resolution / 1000));
    const lag = {
      mean: late(delay.mean),
      p50: late(delay.percentile(50)),
      p99: late(delay.percentile(99)),
      max: late(delay.max),
    };
    delay.reset();
    const { active } = performance.eventLoopUtilization();
    const { rss, heapTotal, heapUsed, external, arrayBuffers } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const about = { ...build, node: process.version };
    return [
      {
        name: "ngan_nga_build_info",
        help: "Version and commit of the site, version of Node.",
        type: "gauge",
        samples: [{ labels: about, value: 1 }],
      },
      gauge("process_start_time_seconds", "Start of the process, seconds since 1970.", startedAt),
      counter("process_cpu_seconds_total", "CPU time of the process.", (user + system) / 1e6),
      gauge("process_resident_memory_bytes", "Memory of the process.", rss),
      gauge("nodejs_heap_size_total_bytes", "Size of the JavaScript heap.", heapTotal),
      gauge("nodejs_heap_size_used_bytes", "Used part of the JavaScript heap.", heapUsed),
      gauge("nodejs_external_memory_bytes", "Memory outside the heap that JavaScript objects hold.", external),
      gauge("nodejs_array_buffer_bytes", "Part of the external memory that buffers hold.", arrayBuffers),
      counter("nodejs_eventloop_active_seconds_total", "Time in which the event loop was not idle.", active / 1000),
      gauge("nodejs_eventloop_lag_mean_seconds", "Mean delay of the event loop since the last scrape.", lag.mean),
      gauge("nodejs_eventloop_lag_p50_seconds", "Median delay of the event loop since the last scrape.", lag.p50),
      gauge(
        "nodejs_eventloop_lag_p99_seconds",
        "99th percentile of the event loop's delay since the last scrape.",
        lag.p99,
      ),
      gauge("nodejs_eventloop_lag_max_seconds", "Longest delay of the event loop since the last scrape.", lag.max),
    ];
  }

  return { collect, stop: () => void delay.disable() };
}

const gauge = (name: string, help: string, value: number): Family => ({
  name,
  help,
  type: "gauge",
  samples: [{ value }],
});
const counter = (name: string, help: string, value: number): Family => ({
  ...gauge(name, help, value),
  type: "counter",
});
