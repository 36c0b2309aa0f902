import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fetchCurrentUser, mayAccess, useUserAuth } from "./session.tsx";
import { readStored, writeStored } from "./storage.ts";
import { storedChoice, useTheme } from "./theme.tsx";

afterEach(() => void vi.unstubAllGlobals());

const forbidden = () => {
  throw new DOMException("denied", "SecurityError");
};

describe("outside their providers", () => {
  it("session and theme say so", () => {
    expect(() => renderToStaticMarkup(createElement(() => useUserAuth().user?.username))).toThrow(
      "useUserAuth must be used within a UserAuthProvider",
    );
    expect(() => renderToStaticMarkup(createElement(() => useTheme().isDark))).toThrow(
      "useTheme must be used within a ThemeProvider",
    );
  });
});

describe("mayAccess", () => {
  it("opens premium songs to premium users only, all others to everyone", () => {
    const premium = { is_premium: true };
    const free = { is_premium: false };
    expect(mayAccess(null, free)).toBe(true);
    expect(mayAccess(free, free)).toBe(true);
    expect(mayAccess(null, premium)).toBe(false);
    expect(mayAccess(free, premium)).toBe(false);
    expect(mayAccess(premium, premium)).toBe(true);
  });
});

describe("fetchCurrentUser", () => {
  it("needs a stored token", async () => {
    vi.stubGlobal("window", { localStorage: { getItem: () => null } });
    await expect(fetchCurrentUser()).rejects.toThrow("No authentication token found");
  });
  it("has a sentence of its own for an answer without one", async () => {
    vi.stubGlobal("window", { localStorage: { getItem: () => "token" } });
    vi.stubGlobal("fetch", async () => new Response("", { status: 500 }));
    await expect(fetchCurrentUser()).rejects.toThrow("Failed to get user info");
  });
});

describe("storedChoice", () => {
  it("reads a JSON boolean and nothing else", () => {
    expect(storedChoice("true")).toBe(true);
    expect(storedChoice("false")).toBe(false);
    for (const other of [null, "", "1", "dark", "TRUE", '"true"']) expect(storedChoice(other)).toBeUndefined();
  });
});

describe("storage", () => {
  it("never throws where the browser forbids it", () => {
    vi.stubGlobal("window", { localStorage: { getItem: forbidden, setItem: forbidden, removeItem: forbidden } });
    expect(readStored("userToken")).toBeNull();
    expect(() => writeStored("userToken", "a")).not.toThrow();
    expect(() => writeStored("userToken", null)).not.toThrow();
  });
});
