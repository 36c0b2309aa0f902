/** Every read of a new site, on both engines: nothing to list is no error. */
import { expect, test } from "vitest";
import { type ApiKey, api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { onBothEngines, testApp } from "#test/app.ts";
import { adminToken, makeSession, makeStaff, userToken } from "#test/factories.ts";

/** Reads that need no record: their path has no parameter, and they answer at once. */
const reads = (Object.keys(api) as ApiKey[]).filter((key) => {
  const { replyType } = api[key] as Endpoint;
  return key.startsWith("GET ") && !key.includes("{") && replyType !== "events";
});

onBothEngines((engine) => {
  test("each read of an empty site is answered", async () => {
    const app = await testApp(engine);
    const staff = await makeStaff(app);
    const tokens = {
      admin: await adminToken(app),
      staff: await makeSession(app, "staff", staff.id),
      user: await userToken(app),
    };
    const failed: string[] = [];
    for (const key of reads) {
      const { access } = api[key] as Endpoint;
      const roles = [access].flat() as string[];
      const kind = (["admin", "staff", "user"] as const).find((one) => roles.includes(one));
      for (const query of ["", "?skip=50", "?search=x", "?q=x"]) {
        const call = `${key}${query}` as `GET ${string}`;
        const { statusCode } = await app.send(call, kind ? { token: tokens[kind] } : {});
        if (statusCode >= 500) failed.push(`${statusCode} ${call}`);
      }
    }
    expect(reads.length).toBeGreaterThan(80);
    expect(failed).toEqual([]);
  });
});
