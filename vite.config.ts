import path from "node:path";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

/** How long each plugin takes is of no use to those who start the site. */
const checks = { pluginTimings: false };

/** `.title` of `src/web/site/song/page.module.css` is `site-song-page-title` in the page: readable, and the same in every build. */
const classNames = {
  generateScopedName: (name: string, file: string) =>
    `${path.relative("src/web", file).replace(".module.css", "").replaceAll(path.sep, "-")}-${name}`,
};

/** Icons that several screens of the back offices share and no public page has. */
const officeIcons =
  /\/lucide\/.+\/(activity|alarm-clock|arrow-down|arrow-left-right|arrow-up|bookmark|calendar|calendar-days|calendar-plus|chevron-up|chevrons-up-down|circle-check|circle-question-mark|columns-3|id-card|image|inbox|key-round|landmark|layout-dashboard|layout-grid|list-filter|list-restart|message-square-quote|pencil|receipt-text|refresh-cw|rows-3|save|settings|shield-off|sun-moon|triangle-alert|undo-2|upload|user-round-cog|user-round-minus|users)\.mjs$/;

export default defineConfig(({ command }) => ({
  // React Aria's own languages stay out of the browser's files: `KitLocale` brings the Vietnamese strings.
  plugins: [reactRouter(), optimizeLocales.vite({ locales: [] })],
  // Found while a page loads, it would make the first page in development load twice.
  optimizeDeps: { include: ["lucide"] },
  // A data: font would need a hole in the pages' policy, and would travel with every stylesheet.
  build: { assetsInlineLimit: 0 },
  css: { modules: classNames },
  environments: {
    client: {
      build: {
        rollupOptions: {
          checks,
          output: {
            // React changes rarely and stays in browsers' caches over releases, with what the start of every page needs: in the file of
            // `ui` that would bring its styles before those of `root`, which must come first. The parts that most pages share are a file
            // for each folder: a page then loads some 40 files instead of 70, over the six connections that HTTP/1.1 gives it. What only
            // a few pages share comes with them alone, since each page has its budget (`e2e/smoke.spec.ts`). What most back-office screens share is one
            // file, too: the manifest, which every page loads, names the files of each route.
            codeSplitting: {
              groups: [
                {
                  name: "react",
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\/|vite\/preload-helper|src\/web\/lib\/(route-code|page-value|retry-on-network|player-loaded|storage)\./,
                  priority: 3,
                },
                { name: "office-icons", test: officeIcons, minShareCount: 2, priority: 3 },
                {
                  name: "ui",
                  test: /src\/web\/(ui|lib)\/(?!events\.|use-action\.|use-public-form\.|form-values\.|call-error\.|upload\.|use-draft\.|scripted-form\.|idempotency-key\.|field\.|field-frame\.|file-size\.|pager)|node_modules\/lucide\//,
                  minShareCount: 4,
                  priority: 2,
                },
                // The reader of streams, which few public pages need, and those late; what it imports is in a file above.
                { name: "events", test: /src\/web\/lib\/events\./, priority: 1 },
                // What pages with forms share, in one file: compressed apart its parts are half as long again. What others need of it is apart, and
                // `ui` leaves out what pages without a form don't need.
                { name: "action", test: /src\/web\/lib\/(use-action|form-values|idempotency-key)\./, priority: 2 },
                {
                  name: "forms",
                  test: /src\/web\/(lib\/(use-public-form|upload|use-draft|file-size)|ui\/(call-error|scripted-form|field|field-frame)|site\/sign-in\/account-fields)\./,
                  priority: 1,
                },
                { name: "office", test: /src\/web\/resource\//, minShareCount: 18 },
                { name: "player", test: /src\/web\/player\//, minShareCount: 12 },
                { name: "site", test: /src\/web\/site\//, minShareCount: 14 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { rollupOptions: { checks, input: "./src/web/server.ts" } },
      // Bundled, React is the production one whatever NODE_ENV the process has.
      ...(command === "build" ? { resolve: { noExternal: true as const } } : {}),
    },
  },
}));
