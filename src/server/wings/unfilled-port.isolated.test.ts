import { expect, it, vi } from "vitest";
import { testApp } from "#test/app.ts";

vi.mock(import("./ports.ts"), async (original) => {
  const actual = await original();
  const createPorts = () => ({ ...actual.createPorts(), forgotten: actual.createPort<() => void>("forgotten") });
  return { ...actual, createPorts };
});

it("no app is built while a port is empty", async () => {
  await expect(testApp("sqlite", {}, { fresh: true })).rejects.toThrow("the port forgotten is empty");
});
