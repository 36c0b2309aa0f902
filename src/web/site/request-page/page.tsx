import { useEffect } from "react";
import type { CustomerRequest } from "#contract/requests.ts";
import { type Fallback, withFallback } from "../../lib/fallback.ts";
import { preloadRendered } from "../../lib/lazy-part.tsx";
import { useLatest } from "../../lib/use-latest.ts";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { loadOnServer } from "../load-on-server.ts";
import { NotFound } from "../not-found-state.tsx";
import { PageHead } from "../page-head.tsx";
import { failureOf, NoReferrer, type PrivateFailure, privateHeaders } from "../private-page.tsx";
import { readInBrowser } from "../read-api.ts";
import { forgetOrder } from "../sales/own/stored-orders.ts";
import privatePageStyles from "../sales/private/private-page.module.css";
import type { Route } from "./+types/page.ts";
import { PaymentCard, SongView } from "./late-parts.tsx";
import { loadRequest } from "./load-request.ts";
import styles from "./page.module.css";
import { RequestView } from "./request-view.tsx";

await preloadRendered({ "request-song": SongView, "request-payment": PaymentCard });

interface RequestData {
  /** A promise in the browser, so that the skeleton renders at once. */
  request: CustomerRequest | PrivateFailure | Promise<CustomerRequest | Fallback<PrivateFailure>>;
}

export function headers(): Record<string, string> {
  return privateHeaders;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  return loadOnServer<RequestData, RequestData>(
    context,
    async (call) => ({ request: await loadRequest(call, params.token) }),
    (error) => ({ request: failureOf(error) }),
  );
}

export function clientLoader({ params }: Route.ClientLoaderArgs): RequestData {
  return { request: withFallback(loadRequest(readInBrowser, params.token), failureOf) };
}

export default function RequestPage({ loaderData, params: { token } }: Route.ComponentProps) {
  const data: RequestData = loaderData;
  const request = useLatest<CustomerRequest | PrivateFailure>(data.request, token);
  const isMissing = request !== undefined && "missing" in request && request.missing;
  useEffect(() => {
    if (isMissing) forgetOrder(token);
  }, [isMissing, token]);
  if (isMissing) return <NotFound />;
  return (
    <div className={`wrap ${privatePageStyles.page} ${styles.page}`}>
      <PageHead title="Yêu cầu của bạn" description="Tình trạng của một bài hát đặt riêng." hidden />
      <NoReferrer />
      {!request ? (
        <RequestSkeleton />
      ) : "missing" in request ? (
        <ErrorState level="h1" title="Không thể tải yêu cầu. Vui lòng thử lại sau." />
      ) : (
        <RequestView key={token} loaded={request} />
      )}
    </div>
  );
}

function RequestSkeleton() {
  return (
    <div className={privatePageStyles.skeleton} aria-busy="true">
      <h1 className="sr">Đang tải yêu cầu</h1>
      <Skeleton style={{ width: "16rem", maxWidth: "100%", height: "2.5rem" }} />
      <Skeleton style={{ height: "22rem" }} />
    </div>
  );
}
