/** HTTP of accounts. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { bearer, type Router } from "#server/platform/http/router.ts";
import type { Accounts, Client, Credentials } from "./accounts.service.ts";
import type { Registration } from "./users/registration.service.ts";

interface LoginCall {
  body: Credentials;
  request?: FastifyRequest;
  reply?: FastifyReply;
}

export function accountRoutes(router: Router, accounts: Accounts, registration: Registration): void {
  const login = async ({ body, request, reply }: LoginCall) => {
    const { token, user } = await accounts.loginUser(body, clientOf(request));
    return { ...tokenReply(token, reply), user };
  };

  const logout = async ({ request }: { request?: FastifyRequest }) => {
    await accounts.endSession(bearer(request?.headers.authorization) ?? "");
    return { success: true as const };
  };

  router.on("POST /api/user/register", ({ body }) => registration.register(body));
  router.on("POST /api/user/login", login);
  router.on("POST /api/user/login-json", login);
  router.on("POST /api/user/logout", logout);
  router.on("POST /api/auth/logout", logout);
  router.on("POST /api/staff/logout", logout);
  router.on("POST /api/staff/login", async ({ body, request, reply }) => {
    const { token, member } = await accounts.loginStaff(body, clientOf(request));
    return { ...tokenReply(token, reply), staff_info: member };
  });
  router.on("GET /api/user/me", ({ caller }) => accounts.user(caller.id));
  router.on("GET /api/auth/me", ({ caller }) => accounts.admin(caller.id));
  router.on("POST /api/auth/login", async ({ body, request, reply }) =>
    tokenReply((await accounts.loginAdmin(body, clientOf(request))).token, reply),
  );
}

const clientOf = (request: FastifyRequest | undefined): Client => ({
  address: request?.ip ?? "",
  userAgent: request?.headers["user-agent"] ?? "",
});

/** Returns the reply with a token, which no cache may store (RFC 6749, 5.1). */
function tokenReply(token: string, reply: FastifyReply | undefined) {
  reply?.header("cache-control", "no-store");
  return { access_token: token, token_type: "bearer" as const };
}
