/** The home page. Its sections come each in its own time; one whose data fails is left out. */

import { type Instead, shownOf } from "../../lib/instead.ts";
import { serverCall } from "../../lib/server-call.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { Dock } from "../../player/dock.tsx";
import { useStopOnLeave } from "../../player/player.ts";
import { readInBrowser } from "../read-call.ts";
import { useFreshWithToken } from "../use-fresh-with-token.ts";
import type { Route } from "./+types/page.ts";
import { LatestCarousel } from "./carousel/latest-carousel.tsx";
import { FeaturedGenres } from "./featured-genres.tsx";
import { FeaturedSongs } from "./featured-songs.tsx";
import { Hero } from "./hero.tsx";
import "./home.css";
import { HomeHead } from "./home-head.tsx";
import { LatestSkeleton } from "./latest-skeleton.tsx";
import { LearningTopics } from "./learning-topics.tsx";
import { type Home, loadHome } from "./load-home.ts";
import { OrderSong } from "./order-song.tsx";
import { Voices } from "./voices.tsx";

/** Promises in the browser, so that skeletons show at once. */
type HomeData = { [Section in keyof Home]: Home[Section] | Promise<Home[Section] | Instead<Home[Section]>> };

/** The pages' handler reports calls that fail, and keeps such a page out of caches. */
export async function loader({ context }: Route.LoaderArgs): Promise<HomeData> {
  const home = loadHome(context.get(serverCall));
  const [latest, featured, genres, learning, pricing] = await Promise.all([
    home.latest.then(shownOf),
    home.featured.then(shownOf),
    home.genres.then(shownOf),
    home.learning.then(shownOf),
    home.pricing.then(shownOf),
  ]);
  return { latest, featured, genres, learning, pricing };
}

export function clientLoader(): HomeData {
  return loadHome(readInBrowser);
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const asked: HomeData = loaderData;
  const latest = useLatest(asked.latest, "");
  const featured = useLatest(asked.featured, "");
  const genres = useLatest(asked.genres, "");
  const learning = useLatest(asked.learning, "");
  const pricing = useLatest(asked.pricing, "");
  useFreshWithToken(!(asked.latest instanceof Promise));
  useStopOnLeave();
  return (
    <>
      <HomeHead />
      <Hero />
      {latest ? <LatestCarousel songs={latest} /> : <LatestSkeleton />}
      <FeaturedSongs songs={featured} />
      <FeaturedGenres genres={genres} />
      <LearningTopics topics={learning} />
      <OrderSong pricing={pricing} />
      <Voices />
      <Dock />
    </>
  );
}
