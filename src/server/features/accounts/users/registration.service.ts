/** Registration of users. */
import type { RegisterBody, User } from "#contract/accounts.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Passwords } from "../passwords.ts";
import type { EmailVerification } from "./email-verification.service.ts";
import { addUser, presentUser } from "./user-writes.ts";

export interface Registration {
  /**
   * Adds a user, and sends the link that verifies the e-mail.
   * @throws ApiError 422 for one of the most common passwords, 409 when the name or the e-mail is taken.
   */
  register(body: RegisterBody): Promise<User>;
}

export interface RegistrationDeps {
  database: Pick<Database, "db" | "commit">;
  passwords: Passwords;
  verification: Pick<EmailVerification, "send">;
}

export function createRegistration({
  database: { db, commit },
  passwords,
  verification,
}: RegistrationDeps): Registration {
  return {
    async register(body) {
      const user = await addUser(db, passwords, { ...body, is_active: true }, (insert) =>
        commit(async (tx) => {
          const added = await insert(tx);
          await verification.send(tx, added);
          return added;
        }),
      );
      return presentUser(user);
    },
  };
}
