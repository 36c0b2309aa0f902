import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { policyOf } from "./page-policy.ts";

const sha = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;

const empty = { head: "", body: "", tail: "" };

describe("the policy of a page", () => {
  it("names its inline scripts, modules included, each once", () => {
    const html = `<script>a()</script><script type="module" async="">b("đ")\n</script><script>a()</script>`;
    expect(policyOf({ head: "", body: html, tail: "" })).toContain(
      `script-src 'self' ${sha("a()")} ${sha('b("đ")\n')};`,
    );
  });
  it("finds them in all parts of the page", () => {
    const policy = policyOf({
      head: "<head><script>a()</script>",
      body: "</head><body><script>b()</script>",
      tail: "<script>c()</script>",
    });
    expect(policy).toContain(`script-src 'self' ${sha("a()")} ${sha("b()")} ${sha("c()")};`);
  });
  it("leaves out files and data blocks", () => {
    const html = `<script src="/a.js"></script><script type="application/ld+json">{}</script>`;
    expect(policyOf({ head: "", body: html, tail: "" })).toContain("script-src 'self';");
  });
  it("opens images and media to https, and nothing to frames or plugins", () => {
    const policy = policyOf(empty);
    for (const part of [
      "img-src 'self' data: https:",
      "media-src 'self' blob: https:",
      "connect-src 'self'",
      "object-src 'none'",
      "frame-ancestors 'self'",
      "base-uri 'self'",
      "form-action 'self'",
    ]) {
      expect(policy.split("; ")).toContain(part);
    }
    expect(policy).not.toContain("unsafe-eval");
  });
  it("lets other sites frame what is made for it, and changes nothing else", () => {
    expect(policyOf(empty, true)).toBe(policyOf(empty).replace("frame-ancestors 'self'", "frame-ancestors *"));
  });
});
