import { useRef } from "react";

/** Returns a function that gives the same content the same key, as long as it does not change. */
export function useIdempotencyKey(): (content: object) => string {
  const last = useRef({ content: "", key: "" });
  return (body) => {
    const content = JSON.stringify(body);
    if (content !== last.current.content) last.current = { content, key: randomKey() };
    return last.current.key;
  };
}

/** `crypto.randomUUID` is missing over plain HTTP. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
