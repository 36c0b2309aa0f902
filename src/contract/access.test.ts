import { expect, test } from "vitest";
import { api } from "./api.ts";
import type { Endpoint } from "./endpoint.ts";

test("each endpoint is open to the roles of the reviewed list, and to no others", async () => {
  const endpoints = Object.entries(api as unknown as Record<string, Endpoint>);
  const lines = endpoints.map(
    ([key, { access }]) => `${key} → ${typeof access === "string" ? access : access.join(", ")}`,
  );
  // A change of this file is a change of who may do what: `vitest run src/contract/access.test.ts -u` writes it, a reviewer reads it.
  await expect(`${lines.sort().join("\n")}\n`).toMatchFileSnapshot("./access.snapshot.txt");
});
