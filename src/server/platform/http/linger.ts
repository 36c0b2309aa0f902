/**
 * Lets clients read the answer to a body that is too large: closing a connection with unread bytes resets it, and the answer is lost with them
 * (RFC 9112, 9.6).
 */
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** The part of a body that is still read after its answer. */
const maxMs = 2000;
const maxBytes = 8 * 1024 * 1024;
const checkMs = 50;

/** Half-closes a connection after a 413 to an unfinished body, reads on for 2 seconds or 8 MB, then closes it. */
export function lingerAfterTooLarge(http: FastifyInstance): void {
  http.addHook("onSend", (request, reply, _payload, done) => {
    const { socket, complete } = request.raw;
    if (reply.statusCode === 413 && !complete && socket instanceof Socket) {
      reply.header("connection", "close");
      closeSlowly(socket, () => request.raw.complete);
    }
    done();
  });
}

/** Has Node, which closes the connection once the answer is written, end its sending half first. */
function closeSlowly(socket: Socket, isComplete: () => boolean): void {
  socket.destroySoon = () => {
    const until = performance.now() + maxMs;
    const bytes = socket.bytesRead + maxBytes;
    const timer = setInterval(() => {
      if (isComplete() || performance.now() >= until || socket.bytesRead >= bytes) socket.destroy();
    }, checkMs);
    socket.once("close", () => clearInterval(timer));
    socket.end();
    socket.resume();
  };
}
