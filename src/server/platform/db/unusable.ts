/** Messages about a database that can't be used, for the operator. */

/** Names server, database and reason, but not the password. */
export function unusablePostgres(url: string, error: Error): string {
  const where = URL.canParse(url) ? `${new URL(url).host}${new URL(url).pathname}` : "trong DATABASE_URL";
  const reason = error.message || (error as NodeJS.ErrnoException).code || "không trả lời";
  return `Không dùng được cơ sở dữ liệu PostgreSQL ${where}: ${reason}`;
}
