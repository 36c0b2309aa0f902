import { onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { createQueryClient } from "./query-client.ts";

const unauthenticated = new ApiError("unauthenticated", "Hết phiên", undefined, 401);
const unreachable = new ApiError("unavailable", "Không kết nối được với máy chủ");
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

  describe("without network", () => {
    afterEach(() => onlineManager.setOnline(true));

    it("fails at once, and changes nothing when the network is back", async () => {
      const client = createQueryClient(() => undefined);
      client.mount();
      onlineManager.setOnline(false);
      const mutationFn = vi.fn(() => Promise.reject(unreachable));
      const change = client.getMutationCache().build(client, client.defaultMutationOptions({ mutationFn }));
      await expect(change.execute(undefined)).rejects.toBe(unreachable);
      onlineManager.setOnline(true);
      await client.resumePausedMutations();
      expect(mutationFn).toHaveBeenCalledOnce();
      client.unmount();
    });

    it("says what it could not read, and reads it again when the network is back, however new it is", async () => {
      const client = createQueryClient(() => undefined);
      client.mount();
      const queryFn = vi.fn(() => Promise.resolve("before"));
      const observer = new QueryObserver(client, { queryKey: ["GET /api/songs"], queryFn });
      const stop = observer.subscribe(() => undefined);
      await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("before"));
      onlineManager.setOnline(false);
      queryFn.mockImplementationOnce(() => Promise.reject(unreachable));
      await observer.refetch();
      expect(observer.getCurrentResult()).toMatchObject({ error: unreachable, data: "before" });
      queryFn.mockImplementation(() => Promise.resolve("after"));
      onlineManager.setOnline(true);
      await vi.waitFor(() => expect(observer.getCurrentResult()).toMatchObject({ error: null, data: "after" }));
      stop();
      client.unmount();
    });
  });
});
