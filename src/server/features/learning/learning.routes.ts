/** HTTP of users who learn with songs. */
import type { Router } from "#server/platform/http/router.ts";
import type { LearningService } from "./learning.service.ts";

export function learningRoutes(router: Router, learning: LearningService): void {
  router.on("GET /api/user/learning", ({ caller, query }) => learning.learning(caller.id, query.song_id));
  router.on("POST /api/user/learning/rounds", ({ caller, body }) => learning.addRounds(caller.id, body.rounds));
}
