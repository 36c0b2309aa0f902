import { expect, test } from "vitest";
import { onOneEngine, testApp } from "#test/app.ts";
import { parsePrometheus } from "#test/prometheus.ts";
import { topicNames } from "../src/web/admin/system/topic-names.ts";

onOneEngine((engine) => {
  test("each topic of the outbox has words on the screen of the system", async () => {
    const app = await testApp(engine);
    const depths = parsePrometheus((await app.send("GET /metrics")).body).get("outbox_depth")?.samples ?? [];
    const topics = new Set(depths.map(({ labels }) => labels["topic"] ?? ""));
    expect(topics).toContain("retention.run");
    expect([...topics].filter((topic) => !(topic in topicNames))).toEqual([]);
  });
});
