import { expect, test } from "vitest";
import { topicNames } from "../src/web/admin/system/topic-names.ts";
import { testApp } from "./app.ts";

test("the screen of the system has words for each topic of the outbox", async () => {
  const app = await testApp("sqlite");
  const topics = app.outbox.outcomes().map(({ topic }) => topic);
  expect(topics.length).toBeGreaterThan(5);
  expect(topics.filter((topic) => topicNames[topic] === undefined)).toEqual([]);
});
