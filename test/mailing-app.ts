/** An app that sends its mails to a server of the test. */
import { type TestApp, type TestAppOptions, testApp } from "./app.ts";
import { type SmtpDouble, startSmtp } from "./smtp.ts";

export type MailingApp = TestApp & { smtp: SmtpDouble };

/** The site's address in its e-mails. */
export const mailOrigin = "https://nghe.example.vn";

export async function mailingApp(
  engine: Parameters<typeof testApp>[0],
  env: Record<string, string> = {},
  options: TestAppOptions = {},
): Promise<MailingApp> {
  const smtp = await startSmtp();
  return Object.assign(await testApp(engine, { SMTP_URL: smtp.url, PUBLIC_URL: mailOrigin, ...env }, options), {
    smtp,
  });
}
