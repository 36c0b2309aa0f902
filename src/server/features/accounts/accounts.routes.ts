/** The calls of accounts. */
import type { Router } from "#server/platform/http/router.ts";
import type { Accounts } from "./accounts.service.ts";

export function accountRoutes(router: Router, accounts: Accounts): void {
  const login = async ({ body }: { body: { username: string; password: string } }) => {
    const { token, user } = await accounts.loginUser(body);
    return { access_token: token, token_type: "bearer" as const, user };
  };

  router.on("POST /api/user/register", ({ body }) => accounts.register(body));
  router.on("POST /api/user/login", login);
  router.on("POST /api/user/login-json", login);
  router.on("GET /api/user/me", ({ caller }) => accounts.user(caller.id));
  router.on("POST /api/auth/login", async ({ body }) => {
    const { token } = await accounts.loginAdmin(body);
    return { access_token: token, token_type: "bearer" as const };
  });
}
