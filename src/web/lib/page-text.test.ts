import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { pageOf, stateScript } from "./page-text.ts";

function streamOf(...texts: string[]): ReadableStream<Uint8Array> {
  const chunks = texts.map((text) => new TextEncoder().encode(text));
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

const block = /^<script type="application\/x-ndjson">(.*)<\/script><script>(.*)<\/script>$/s;

/** Runs the script behind a block of data as a browser would, and gives what the router's stream was handed. */
async function handed(written: string): Promise<string[]> {
  const [, textContent, code = ""] = block.exec(written) ?? [];
  const got: string[] = [];
  const streamController = { enqueue: (text: string) => got.push(text), close: () => got.push("closed") };
  runInNewContext(code, {
    window: { __reactRouterContext: { streamController } },
    document: { currentScript: { previousElementSibling: { textContent } } },
  });
  return got;
}

it("puts the data of a page behind what was rendered, and parts it at its head's end and its module", () => {
  const module = '<script type="module" async="">m()</script>';
  expect(
    pageOf(`<html><head><title>a</title></head><body><p>b</p>${module}</body></html>`, "<script>c</script>"),
  ).toEqual({
    head: "<!DOCTYPE html><html><head><title>a</title>",
    body: "</head><body><p>b</p>",
    tail: `${module}<script>c</script></body></html>`,
  });
  expect(pageOf("<html><head></head><body></body></html>", "")).toEqual({
    head: "<!DOCTYPE html><html><head>",
    body: "</head><body>",
    tail: "</body></html>",
  });
  expect(() => pageOf("<p>half</p>", "")).toThrow();
});

it("hands the router all chunks, whole even where one ends within a letter", async () => {
  const bytes = new TextEncoder().encode("Ngân");
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.slice(0, 3));
      controller.enqueue(bytes.slice(3));
      controller.close();
    },
  });
  expect(await handed(await stateScript(stream))).toEqual(["Ngân", "closed"]);
  expect(await handed(await stateScript(streamOf("a\n", "b")))).toEqual(["a\nb", "closed"]);
});

it("lets no text of a song out of its block", async () => {
  const text = "</script><!-- <script> & \u2028 \u2029 ${x} ' \" \\\\";
  const written = await stateScript(streamOf(`[${JSON.stringify(text)}]\n`));
  expect(block.exec(written)?.[1]).not.toContain("<");
  const [lines = "", closed] = await handed(written);
  expect(JSON.parse(lines)).toEqual([text]);
  expect(closed).toBe("closed");
});
