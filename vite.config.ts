import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";

const inRouter = (file: string) => new RegExp(`react-router/dist/production/lib/${file}\\.js$`);

/**
 * Parts of the router that nobody here turns on, and whose code need not travel: watching what it does, finding routes as
 * links appear, loading pages ahead, and asking the server's loaders for data (a `clientLoader` does, by the API). Written against the pinned
 * version; a release that looks otherwise fails the build.
 */
const withoutUnusedRouter: Plugin[] = [
  {
    name: "without-instrumentation",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    load: {
      filter: { id: inRouter("router/instrumentation") },
      handler: () => `
        export const instrumentationResultMetaContext = {};
        export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
        export const getRouteInstrumentationUpdates = () => ({});
        export const instrumentClientSideRouter = (router) => router;
        export const instrumentHandler = (handler) => handler;
      `,
    },
  },
  {
    name: "without-route-discovery",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    load: {
      filter: { id: inRouter("dom/ssr/fog-of-war") },
      handler: () => `
        export const isFogOfWarEnabled = () => false;
        export const getPatchRoutesOnNavigationFunction = () => undefined;
        export const useFogOFWarDiscovery = () => undefined;
        export const getPartialManifest = (manifest) => manifest;
        export const getPathsWithAncestors = (paths) => paths;
        export const handleClientVersionMismatch = () => undefined;
        export const getManifestPath = () => "";
        export const URL_LIMIT = 0;
      `,
    },
  },
  {
    name: "without-server-data",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform: {
      filter: { id: inRouter("dom/ssr/single-fetch") },
      handler(code) {
        const start = code.indexOf("function getTurboStreamSingleFetchDataStrategy(");
        const end = code.indexOf("function getSingleFetchDataStrategyImpl(");
        if (start < 0 || end < start) throw new Error("The router's data strategy is not where it was.");
        const callLoaders = `function getTurboStreamSingleFetchDataStrategy() {
          return (args) => args.runClientMiddleware(async ({ matches }) => {
            const results = {};
            const wanted = matches.filter((match) => match.shouldCallHandler());
            await Promise.all(wanted.map(async (match) => {
              results[match.route.id] = await match.resolve((handler) => handler());
            }));
            return results;
          });
        }\n`;
        return { code: code.slice(0, start) + callLoaders + code.slice(end), map: null };
      },
    },
  },
  {
    name: "without-prefetching",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform: {
      filter: { id: inRouter("dom/ssr/components") },
      handler(code) {
        const start = code.indexOf("function PrefetchPageLinks(");
        const end = code.indexOf("function Meta(");
        if (start < 0 || end < start) throw new Error("The router's prefetching is not where it was.");
        return {
          code: `${code.slice(0, start)}function PrefetchPageLinks() { return null; }\n${code.slice(end)}`,
          map: null,
        };
      },
    },
  },
];

/** React's marks for a render that waits or starts over: it throws them and knows them again by identity alone. */
const mark = /= Error\(formatProdErrorMessage\((?:519|460|474|542|461)\)\)/g;

/**
 * React makes five errors while its module is evaluated, as marks to throw later. Under a debugger, and so under Lighthouse, each has
 * V8 parse all of React DOM again to name lines in a stack trace that nobody reads (15 to 20 ms); as plain objects they cost nothing.
 */
const withoutTracesOfMarks: Plugin = {
  name: "without-traces-of-marks",
  apply: "build",
  applyToEnvironment: (environment) => environment.name === "client",
  transform: {
    filter: { id: /react-dom-client\.production\.js$/ },
    handler(code) {
      if (code.match(mark)?.length !== 5) throw new Error("React's marks are not where they were.");
      return { code: code.replaceAll(mark, "= Object.create(Error.prototype)"), map: null };
    },
  },
};

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), withoutUnusedRouter, withoutTracesOfMarks],
  // Found while a page loads, it would make the first page in development load twice.
  optimizeDeps: { include: ["lucide"] },
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
                  test: /src\/web\/(site\/(shell|page-head|not-found-state|read-call|use-fresh-with-token|load-failure|breadcrumbs)\.tsx?|lib\/(artist|by-hand|format|scroll-to-top|use-latest)\.ts|ui\/(states|toast)\.tsx)$/,
                  priority: 2,
                },
                {
                  name: "music",
                  test: /src\/web\/(player\/(?!audio-(player|file))|site\/library\/(library-url|listed-song|song-grid)|site\/genres\/genre-(card|grid)|site\/music\/(song-card|premium-dialog)\.tsx|ui\/pager\.tsx)|icons\/chevron/,
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
