import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fetchCurrentUser, mayAccess, useUserAuth } from "./session.tsx";
import { readStored, writeStored } from "./storage.ts";
import { storedChoice, useTheme } from "./theme.tsx";

afterEach(() => void vi.unstubAllGlobals());

const throwSecurityError = () => {
  throw new DOMException("denied", "SecurityError");
};

describe("outside their providers", () => {
  it("useUserAuth and useTheme throw", () => {
    expect(() => renderToStaticMarkup(createElement(() => useUserAuth().user?.username))).toThrow(
      "useUserAuth must be used within a UserAuthProvider",
    );
    expect(() => renderToStaticMarkup(createElement(() => useTheme().isDark))).toThrow(
      "useTheme must be used within a ThemeProvider",
    );
  });
});

describe("mayAccess", () => {
  it("allows premium songs to premium users, other songs to everyone", () => {
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
  it("rejects without a stored token", async () => {
    vi.stubGlobal("window", { localStorage: { getItem: () => null } });
    await expect(fetchCurrentUser()).rejects.toThrow("No authentication token found");
  });
  it("uses its own message for an error response without one", async () => {
    vi.stubGlobal("window", { localStorage: { getItem: () => "token" } });
    vi.stubGlobal("fetch", async () => new Response("", { status: 500 }));
    await expect(fetchCurrentUser()).rejects.toThrow("Failed to get user info");
  });
});

describe("storedChoice", () => {
  it("parses a JSON boolean only", () => {
    expect(storedChoice("true")).toBe(true);
    expect(storedChoice("false")).toBe(false);
    for (const other of [null, "", "1", "dark", "TRUE", '"true"']) expect(storedChoice(other)).toBeUndefined();
  });
});

describe("storage", () => {
  it("does not throw where the browser forbids storage", () => {
    vi.stubGlobal("window", {
      localStorage: { getItem: throwSecurityError, setItem: throwSecurityError, removeItem: throwSecurityError },
    });
    expect(readStored("userToken")).toBeNull();
    expect(() => writeStored("userToken", "a")).not.toThrow();
    expect(() => writeStored("userToken", null)).not.toThrow();
  });
});
