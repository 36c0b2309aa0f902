import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

/** Watching what the router does is a feature that nobody here turns on; its code need not travel. */
const withoutInstrumentation: Plugin = {
  name: "without-instrumentation",
  apply: "build",
  applyToEnvironment: (environment) => environment.name === "client",
  load: {
    filter: { id: /react-router\/dist\/production\/lib\/router\/instrumentation\.js$/ },
    handler: () => `
      export const instrumentationResultMetaContext = {};
      export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
      export const getRouteInstrumentationUpdates = () => ({});
      export const instrumentClientSideRouter = (router) => router;
      export const instrumentHandler = (handler) => handler;
    `,
  },
};

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), withoutInstrumentation],
  // Found while a page loads, it would make the first page in development load twice.
  optimizeDeps: { include: ["lucide-react"] },
  // A data: font would need a hole in the pages' policy, and would travel with every stylesheet.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            // Few files, each with all it leans on: a browser has six connections, and keeps over releases what did not change.
            codeSplitting: {
              groups: [
                {
                  name: "react",
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                  priority: 3,
                },
                {
                  name: "site",
                  test: /src\/web\/(site\/(shell|page-head|not-found-state|read-call|use-fresh-with-token)\.tsx?|lib\/(artist|format|scroll-to-top|use-latest)\.ts|ui\/(states|toast)\.tsx)$/,
                  priority: 2,
                },
                {
                  name: "music",
                  test: /src\/web\/(player\/|site\/library\/(library-url|listed-song|song-grid)|site\/genres\/genre-(card|grid)|ui\/(song-card|premium-dialog|pager)\.tsx)|icons\/chevron/,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { rollupOptions: { input: "./src/web/server.ts" } },
      // Bundled, React is the production one whatever NODE_ENV the process has.
      ...(command === "build" ? { resolve: { noExternal: true as const } } : {}),
    },
  },
}));
