import { expect, it } from "vitest";
import { scriptsLater } from "./late-scripts.ts";

it("turns the module of a page into text that names what to load beside it", () => {
  const head =
    '<head><link rel="modulepreload" href="/assets/a.js"/><link rel="preload" href="/a.woff2" as="font"/>' +
    '<link rel="modulepreload" href="/assets/b.js"/>';
  const body = "</head><script>first()</script>";
  const tail = '<script type="module" async="">import "/assets/a.js";</script>';
  expect(scriptsLater({ head, body, tail })).toEqual({
    head: '<head><link rel="preload" href="/a.woff2" as="font"/>',
    body,
    tail: '<script type="text/plain" data-preload="/assets/a.js /assets/b.js">import "/assets/a.js";</script>',
  });
});
