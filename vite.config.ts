import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  // Found while a page loads, it would make the first page in development load twice.
  optimizeDeps: { include: ["lucide-react"] },
  // A data: font would need a hole in the pages' policy, and would travel with every stylesheet.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            // One file for what every page runs on: the browser asks for less, and keeps it over releases.
            codeSplitting: {
              groups: [{ name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler)\// }],
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
