import { describe, expect, it, vi } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { createQueryClient } from "./query-client.ts";

const unauthenticated = new ApiError("unauthenticated", "Hết phiên", undefined, 401);
const forbidden = new ApiError("forbidden", "Không được", undefined, 403);

describe("createQueryClient", () => {
  it.each([
    ["a 401", unauthenticated, 1],
    ["a 403", forbidden, 0],
    ["a failure of another kind", new Error("401"), 0],
  ])("reports %s %s times, for a query and for a mutation", async (_name, error, times) => {
    const onSignedOut = vi.fn();
    const client = createQueryClient(onSignedOut);
    const fail = () => Promise.reject(error);
    await expect(client.fetchQuery({ queryKey: ["GET /api/auth/me"], queryFn: fail })).rejects.toBe(error);
    expect(onSignedOut).toHaveBeenCalledTimes(times);
    await expect(client.getMutationCache().build(client, { mutationFn: fail }).execute(undefined)).rejects.toBe(error);
    expect(onSignedOut).toHaveBeenCalledTimes(2 * times);
  });

  it("does not retry", async () => {
    const client = createQueryClient(() => undefined);
    const queryFn = vi.fn(() => Promise.reject(forbidden));
    await expect(client.fetchQuery({ queryKey: ["GET /api/auth/me"], queryFn })).rejects.toBe(forbidden);
    expect(queryFn).toHaveBeenCalledOnce();
  });
});
