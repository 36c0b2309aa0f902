/** Bulk jobs, as the back offices begin them. */
import { expect } from "vitest";
import type { BulkJob } from "#contract/bulk.ts";
import type { TestApp } from "./app.ts";

/** Begins a job. */
export async function beginJob(app: TestApp, token: string, json: object): Promise<BulkJob> {
  const answer = await app.send("POST /api/admin/bulk", { token, json });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<BulkJob>();
}

/** Returns a job as it is now. */
export const jobOf = async (app: TestApp, token: string, id: number) =>
  (await app.send(`GET /api/admin/bulk/${id}`, { token })).json<BulkJob>();

/** Begins a job and waits for its end. */
export async function runJob(app: TestApp, token: string, json: object): Promise<BulkJob> {
  const { id } = await beginJob(app, token, json);
  await app.outbox.flush();
  return jobOf(app, token, id);
}

/** Takes a job back and waits for the end of that. */
export async function undoJob(app: TestApp, token: string, id: number): Promise<BulkJob> {
  const answer = await app.send(`POST /api/admin/bulk/${id}/undo`, { token });
  expect(answer.statusCode, answer.body).toBe(201);
  await app.outbox.flush();
  return jobOf(app, token, answer.json().id);
}

/** Returns the rows of a job. */
export const rowsOfJob = async (app: TestApp, token: string, id: number, query: Record<string, string> = {}) =>
  (await app.send(`GET /api/admin/bulk/${id}/rows`, { token, query })).json();
