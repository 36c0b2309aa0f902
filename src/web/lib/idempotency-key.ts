import { useRef } from "react";
import { readSession, type SessionKey, writeSession } from "./storage.ts";

interface Entry {
  key: string;
  /** Hash of what is sent with the key. */
  content: string;
}

/**
 * Gives the same content the same key until it is forgotten, also after a reload: a response that was lost may have left the server with
 * the content.
 * @param form names the form within this tab
 */
export function useIdempotencyKey(form: "request" | "order") {
  // For a browser without storage.
  const last = useRef<Entry>(undefined);
  const name: SessionKey = `idempotencyKey:${form}`;
  return {
    keyFor(body: object): string {
      const content = hashOf(JSON.stringify(body));
      const entry = [last.current, readEntry(name)].find((each) => each?.content === content);
      last.current = entry ?? { content, key: randomKey() };
      writeSession(name, JSON.stringify(last.current));
      return last.current.key;
    },
    /** Ends the key once the response has come, so that the same content may be sent anew. */
    forget(): void {
      last.current = undefined;
      writeSession(name, null);
    },
  };
}

function readEntry(name: SessionKey): Entry | undefined {
  try {
    const { key, content } = JSON.parse(readSession(name) ?? "{}") as Record<keyof Entry, unknown>;
    return typeof key === "string" && typeof content === "string" ? { key, content } : undefined;
  } catch {
    return undefined;
  }
}

/** FNV-1a of 64 bits: `crypto.subtle` is missing over plain HTTP. */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16);
}

/** Returns 32 random hex digits: `crypto.randomUUID` is missing over plain HTTP. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
