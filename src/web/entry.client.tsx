import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { withRouteCode } from "./lib/route-code.ts";

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter
        instrumentations={[
          {
            router: ({ instrument }) =>
              instrument({
                navigate: (go, { to }) =>
                  new Promise((resolve) => {
                    withRouteCode(to, () => void go().then(() => resolve()));
                  }),
              }),
          },
        ]}
      />
    </StrictMode>,
  );
});
