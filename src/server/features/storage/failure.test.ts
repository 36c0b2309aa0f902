import { expect, test } from "vitest";
import { type FailureCause, failureOf, StorageFailure } from "./failure.ts";

const thrown = (name: string, message: string, httpStatusCode?: number, code?: string) =>
  Object.assign(new Error(message), { name, code, $metadata: { httpStatusCode } });

test.each<[string, Error, FailureCause]>([
  ["R2 and an unknown key", thrown("Unauthorized", "Unauthorized", 401), "wrong_key"],
  [
    "R2 and a key of the wrong length",
    thrown("InvalidArgument", "Credential access key has length 11, should be 32", 400),
    "wrong_key",
  ],
  ["S3 and an unknown key", thrown("InvalidAccessKeyId", "does not exist in our records", 403), "wrong_key"],
  ["a wrong secret", thrown("SignatureDoesNotMatch", "does not match", 403), "wrong_secret"],
  ["no bucket", thrown("NoSuchBucket", "does not exist", 404), "no_bucket"],
  ["no object", thrown("NoSuchKey", "does not exist", 404), "no_object"],
  ["no permission", thrown("AccessDenied", "Access Denied", 403), "denied"],
  ["a refusal without a name", thrown("Unknown", "UnknownError", 403), "denied"],
  ["S3 and another region", thrown("AuthorizationHeaderMalformed", "expecting 'eu-west-1'", 400), "wrong_region"],
  ["S3 and another endpoint", thrown("PermanentRedirect", "must be addressed using", 301), "wrong_region"],
  ["a clock that is off", thrown("RequestTimeTooSkewed", "too large", 403), "clock"],
  ["a wrong account of R2", thrown("Error", "handshake failure", undefined, "EPROTO"), "tls"],
  ["a wrong name in the certificate", thrown("Error", "altnames", undefined, "ERR_TLS_CERT_ALTNAME_INVALID"), "tls"],
  ["a certificate of one's own", thrown("Error", "self-signed", undefined, "DEPTH_ZERO_SELF_SIGNED_CERT"), "tls"],
  ["a name that is none", thrown("Error", "getaddrinfo", undefined, "ENOTFOUND"), "dns"],
  ["a resolver that is away", thrown("Error", "getaddrinfo", undefined, "EAI_AGAIN"), "dns"],
  ["a closed port", thrown("Error", "connect", undefined, "ECONNREFUSED"), "unreachable"],
  ["no route", thrown("Error", "connect", undefined, "EHOSTUNREACH"), "unreachable"],
  ["a connection that breaks", thrown("Error", "socket hang up", undefined, "ECONNRESET"), "unreachable"],
  ["both families refused", new AggregateError([thrown("Error", "", undefined, "ECONNREFUSED")]), "unreachable"],
  ["silence", thrown("TimeoutError", "timed out"), "timeout"],
  ["an end to the patience", AbortSignal.abort(new DOMException("late", "TimeoutError")).reason, "timeout"],
  ["a private address", thrown("Error", "not public", undefined, "EPRIVATE"), "private_address"],
  ["an illness", thrown("InternalError", "We encountered an internal error", 500), "service"],
  ["too much at once", thrown("SlowDown", "Please reduce your request rate", 503), "service"],
  ["another refusal", thrown("InvalidRequest", "no", 400), "refused"],
])("%s", (_what, error, reason) => {
  const failure = failureOf(error);
  expect(failure.reason).toBe(reason);
  expect(failure.message).toMatch(/\p{L}/u);
  expect(failure.hints.length).toBeGreaterThan(0);
});

test("gives the service's message in one short line without the request", () => {
  const error = Object.assign(thrown("AccessDenied", `no\r\nway ${"x".repeat(500)}`, 403), {
    $response: { headers: { authorization: "AWS4-HMAC-SHA256 Credential=AKID" } },
  });
  const failure = failureOf(error);
  expect(failure.details).toMatch(/^HTTP 403: AccessDenied: no way x+$/);
  expect(failure.details).toHaveLength(300);
  expect(JSON.stringify(Object.entries(failure))).not.toContain("AKID");
  expect(failure.cause).toBeUndefined();
  expect(failureOf(failure)).toBe(failure);
  expect(failureOf(undefined)).toBeInstanceOf(StorageFailure);
});
