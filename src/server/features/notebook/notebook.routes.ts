/** HTTP of learners' notebooks. */
import type { Router } from "#server/platform/http/router.ts";
import type { Notebook } from "./notebook.service.ts";

export function notebookRoutes(router: Router, { words, reviews, files }: Notebook): void {
  router.on("GET /api/user/words", ({ caller, query }) => words.list(caller, query));
  router.on("POST /api/user/words", ({ caller, body }) => words.save(caller, body));
  router.on("GET /api/user/words/counts", ({ caller }) => words.counts(caller));
  router.on("GET /api/user/words/export", ({ caller, query }) => files.export(caller, query.format));
  router.on("POST /api/user/words/read", ({ body }) => files.read(body));
  router.on("POST /api/user/words/import", ({ caller, body }) => files.import(caller, body));
  router.on("GET /api/user/words/{id}", ({ caller, params }) => words.word(caller, params.id));
  router.on("PATCH /api/user/words/{id}", ({ caller, params, body }) => words.change(caller, params.id, body));
  router.on("DELETE /api/user/words/{id}", async ({ caller, params }) => {
    await words.remove(caller, params.id);
    return { success: true as const };
  });
  router.on("POST /api/user/words/{id}/restore", ({ caller, params }) => words.restore(caller, params.id));
  router.on("DELETE /api/user/words/{id}/lines/{line_id}", ({ caller, params }) =>
    words.removeLine(caller, params.id, params.line_id),
  );
  router.on("GET /api/user/word-reviews", ({ caller, query }) => reviews.queue(caller, query));
  router.on("POST /api/user/word-reviews", ({ caller, body }) => reviews.send(caller, body));
  router.on("GET /api/user/word-reviews/due", ({ caller }) => words.due(caller));
  router.on("DELETE /api/user/word-reviews/{id}", ({ caller, params }) => reviews.undo(caller, params.id));
  router.on("GET /api/user/notebook", ({ caller }) => words.settings(caller));
  router.on("PUT /api/user/notebook", ({ caller, body }) => words.saveSettings(caller, body));
}
