import { Suspense } from "react";
import { type Fallback, valueOf } from "../../lib/fallback.ts";
import { lazyPart, nothing } from "../../lib/lazy-part.tsx";
import { callInProcess } from "../../lib/server-context.ts";
import { readStored } from "../../lib/storage.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { readInBrowser } from "../read-api.ts";
import { useRefetchWithToken } from "../use-refetch-with-token.ts";
import type { Route } from "./+types/page.ts";
import { LatestCarousel } from "./carousel/latest-carousel.tsx";
import { FeaturedGenres } from "./featured-genres.tsx";
import { FeaturedSongs } from "./featured-songs.tsx";
import { Hero } from "./hero.tsx";
import { HomeHead } from "./home-head.tsx";
import { LatestSkeleton } from "./latest-skeleton.tsx";
import { LearningTopics } from "./learning-topics.tsx";
import { type Home, loadHome } from "./load-home.ts";
import { OrderSong } from "./order-song.tsx";
import { Testimonials } from "./testimonials.tsx";

/** Promises in the browser, so that skeletons render at once. */
type HomeData = { [Section in keyof Home]: Home[Section] | Promise<Home[Section] | Fallback<Home[Section]>> };

/** Failed requests are logged, and keep the page out of the cache (`createPageHandler`). */
export async function loader({ context }: Route.LoaderArgs): Promise<HomeData> {
  const home = loadHome(context.get(callInProcess));
  const [latest, featured, genres, learning, pricing, premiumPrice] = await Promise.all([
    home.latest.then(valueOf),
    home.featured.then(valueOf),
    home.genres.then(valueOf),
    home.learning.then(valueOf),
    home.pricing.then(valueOf),
    home.premiumPrice.then(valueOf),
  ]);
  return { latest, featured, genres, learning, pricing, premiumPrice };
}

export function clientLoader(): HomeData {
  return loadHome(readInBrowser);
}

const ListenOn = lazyPart(async () => (await import("../own/listen-on.tsx")).ListenOn, nothing);

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const isKnown = useHydrated() && (readStored("userToken") ?? readStored("ownSongs"));
  const data: HomeData = loaderData;
  const latest = useLatest(data.latest, "");
  const featured = useLatest(data.featured, "");
  const genres = useLatest(data.genres, "");
  const learning = useLatest(data.learning, "");
  const pricing = useLatest(data.pricing, "");
  const premiumPrice = useLatest(data.premiumPrice, "");
  useRefetchWithToken(!(data.latest instanceof Promise));
  return (
    <>
      <HomeHead />
      <Hero songs={latest} />
      {latest ? <LatestCarousel songs={latest} /> : <LatestSkeleton />}
      {isKnown && (
        <Suspense>
          <ListenOn />
        </Suspense>
      )}
      <FeaturedSongs songs={featured} premiumPrice={premiumPrice} />
      <FeaturedGenres genres={genres} />
      <LearningTopics topics={learning} />
      <OrderSong pricing={pricing} />
      <Testimonials />
    </>
  );
}
