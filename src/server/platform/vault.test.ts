import { expect, test } from "vitest";
import { createVault } from "./vault.ts";

const key = Buffer.from("the secret of a site");

test("opens a sealed text with the same secret only", () => {
  const vault = createVault(key, "tests");
  const sealed = vault.seal("khóa bí mật");
  expect(sealed).not.toContain("khóa");
  expect(vault.seal("khóa bí mật")).not.toBe(sealed);
  expect(vault.open(sealed)).toBe("khóa bí mật");
  expect(createVault(key, "tests").open(sealed)).toBe("khóa bí mật");
  expect(createVault(key, "other").open(sealed)).toBeUndefined();
  expect(createVault(Buffer.from("another secret"), "tests").open(sealed)).toBeUndefined();
  const changed = createVault(Buffer.from("another secret"), "tests", key);
  expect(changed.open(sealed)).toBe("khóa bí mật");
  expect(vault.open(changed.seal("mới"))).toBeUndefined();
});

test("does not open a changed text", () => {
  const vault = createVault(key, "tests");
  const sealed = vault.seal("text");
  const parts = sealed.split(".");
  for (const wrong of [
    "",
    "v1",
    "rubbish",
    sealed.slice(0, -1),
    sealed.replace("v1", "v2"),
    parts.slice(0, 3).join("."),
  ])
    expect(vault.open(wrong), wrong).toBeUndefined();
  for (let i = 1; i < parts.length; i++) {
    const changed = parts.with(i, `${parts[i]?.[0] === "A" ? "B" : "A"}${parts[i]?.slice(1)}`);
    expect(vault.open(changed.join("."))).toBeUndefined();
  }
});
