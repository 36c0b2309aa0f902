import { expect, test } from "vitest";
import type { SongRequestDetail } from "#contract/requests.ts";
import { environmentOf, testApp } from "#test/app.ts";
import { makeRequest, makeStaff, staffToken } from "#test/factories.ts";
import { startServer } from "#test/processes.ts";

test("of members who claim at once in two processes exactly one wins", async () => {
  const app = await testApp("postgres");
  const servers = [startServer(environmentOf(app)), startServer(environmentOf(app))];
  const origins = await Promise.all(servers.map((server) => server.origin()));
  const members = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const member = await makeStaff(app);
      return { id: member.id, token: await staffToken(app, { member }) };
    }),
  );
  for (let round = 0; round < 3; round++) {
    const { id } = await makeRequest(app);
    const answers = await Promise.all(
      members.map(({ token }, index) =>
        fetch(`${origins[index % 2]}/api/staff/requests/${id}/assign`, {
          method: "PUT",
          headers: { authorization: `Bearer ${token}` },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    const winner = answers.findIndex(({ status }) => status === 200);
    const claimed = (await answers[winner]?.json()) as SongRequestDetail;
    expect([claimed.staff_id, claimed.events.map(({ kind }) => kind)]).toEqual([members[winner]?.id, ["claimed"]]);
  }
});
