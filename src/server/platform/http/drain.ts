/** Lets a load balancer take its requests elsewhere before this process stops. */
import type { FastifyInstance } from "fastify";

export interface Drain {
  /** From now on `isOn` is true, and each connection closes after its next answer. */
  begin(): void;
  readonly isOn: boolean;
}

export function createDrain(http: FastifyInstance): Drain {
  let isOn = false;
  return {
    begin() {
      if (isOn) return;
      isOn = true;
      // Before the framework sees the request: answers from the caches are written to the socket directly.
      http.server.prependListener("request", (_request, response) => response.setHeader("connection", "close"));
    },
    get isOn() {
      return isOn;
    },
  };
}
