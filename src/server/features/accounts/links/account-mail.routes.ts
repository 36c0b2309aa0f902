/** HTTP of the links in e-mails: forgotten passwords and the verification of e-mails. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isApiError } from "#contract/errors.ts";
import { sendPlainPage } from "#server/platform/http/plain-page.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { EmailVerification } from "../users/email-verification.service.ts";
import { verificationPages } from "../users/verification-pages.ts";
import { verifyEmailPath } from "./account-links.ts";
import type { PasswordReset } from "./password-reset.service.ts";

const done = { success: true } as const;

export function accountMailRoutes(
  app: FastifyInstance,
  router: Router,
  { reset, verification }: { reset: PasswordReset; verification: EmailVerification },
): void {
  router.on("GET /api/auth/forgot-password", () => ({ is_available: reset.isAvailable }));
  router.on("POST /api/auth/forgot-password", async ({ body }) => {
    await reset.request(body.account, body.email);
    return done;
  });
  router.on("POST /api/auth/reset-password", async ({ body, request }) => ({
    account: await reset.reset(body.token, body.password, request?.ip ?? ""),
  }));
  router.on("POST /api/user/email-verification", async ({ caller }) => {
    await verification.resend(caller.id);
    return done;
  });
  router.on(
    "POST /api/user/verify-email",
    async ({ query }) => {
      await verification.verify(query.token);
      return done;
    },
    {
      // The form of the page.
      page(request, reply) {
        verification.verify(tokenOf(request)).then(
          () => sendPlainPage(reply, verificationPages.done),
          (error: unknown) => {
            if (isApiError(error)) sendPlainPage(reply, verificationPages.unusable);
            else reply.send(error);
          },
        );
      },
    },
  );
  app.get(verifyEmailPath, { schema: { hide: true } }, async (request, reply) => {
    const isUsable = await verification.isUsable(tokenOf(request));
    return sendPlainPage(reply, isUsable ? verificationPages.question : verificationPages.unusable);
  });
}

function tokenOf({ query }: FastifyRequest): string {
  const { token } = query as { token?: unknown };
  return typeof token === "string" ? token : "";
}
