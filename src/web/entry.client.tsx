import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { tellPlayerLoaded } from "./lib/player-loaded.ts";
import { routeCode } from "./lib/route-code.ts";
import { readSession } from "./lib/storage.ts";

if (readSession("playing")) tellPlayerLoaded();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter
        instrumentations={[
          {
            router: ({ instrument }) =>
              instrument({
                navigate: async (go, { to }) => {
                  await routeCode(to);
                  await go();
                },
              }),
          },
        ]}
      />
    </StrictMode>,
  );
});
