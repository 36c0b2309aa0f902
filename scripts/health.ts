/** The health check of the container image: ends with 0 when the server on this machine answers `/api/health` with 200. */
import process from "node:process";

const port = process.env.PORT || "3000";
const answer = await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(5000) }).catch(
  (error: unknown) => ({ ok: false, status: String(error) }),
);
if (!answer.ok) {
  process.stderr.write(`/api/health: ${answer.status}\n`);
  process.exitCode = 1;
}
