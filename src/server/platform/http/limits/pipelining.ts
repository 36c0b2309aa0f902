/** Answers the requests of one connection one after another, however many of them arrive at once (HTTP pipelining). */
import type { RequestListener } from "node:http";

/**
 * Requests that may wait for the answers before them. Browsers and proxies do not pipeline, and clients that do send some ten at once.
 * Each one that waits holds its headers, 16 KB at most.
 */
const maxWaiting = 32;

/**
 * Returns a listener that passes a request on as soon as its response owns the connection. Until then it has cost nothing but its parsing;
 * when its connection closes, it goes no further. One more than `maxWaiting` closes the connection: pausing it would not help, since
 * Node parses all that has arrived.
 */
export function inTurn(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<object, number>();
  return (request, response) => {
    if (response.socket) return listener(request, response);
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > maxWaiting) {
      socket.destroy();
      return;
    }
    waiting.set(socket, count);
    response.once("socket", () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      // One request of each connection in a turn of the event loop, so that others come between.
      setImmediate(() => {
        if (!socket.destroyed) listener(request, response);
      });
    });
  };
}
