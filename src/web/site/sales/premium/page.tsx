import { Crown } from "lucide";
import { useState } from "react";
import { Navigate, type ShouldRevalidateFunctionArgs, useRevalidator } from "react-router";
import { hillsArt } from "#art/hero.ts";
import type { PayableOrder } from "#contract/orders.ts";
import { type Fallback, valueOf, withFallback } from "../../../lib/fallback.ts";
import { useOrigin } from "../../../lib/root-data.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import type { OfferedPackage } from "../../../price-look/offer.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { breadcrumbs } from "../../breadcrumbs.ts";
import { type LoadFailure, loadFailure } from "../../load-failure.ts";
import { loadOnServer } from "../../load-on-server.ts";
import { PageHead } from "../../page-head.tsx";
import { readInBrowser } from "../../read-api.ts";
import { brand, orderPath, routes } from "../../routes.ts";
import { GiftCode } from "../gift/gift-code.tsx";
import { OwnOrders } from "../own/own-orders.tsx";
import type { Route } from "./+types/page.ts";
import { Benefits } from "./benefits.tsx";
import { loadPackages } from "./load-packages.ts";
import { loadPremiumSongs, type PremiumSongList } from "./load-premium-songs.ts";
import { OrderDialog } from "./order-dialog.tsx";
import { Packages, PackagesSkeleton } from "./packages.tsx";
import styles from "./page.module.css";
import { PremiumSongs } from "./premium-songs.tsx";
import { PremiumStatus } from "./premium-status.tsx";
import { Questions } from "./questions.tsx";
import { useOpenForm } from "./use-open-form.ts";

type PackageList = OfferedPackage[] | LoadFailure;

interface Loaded {
  packages: PackageList;
  songs: PremiumSongList;
}

export async function loader({ context }: Route.LoaderArgs) {
  return loadOnServer<Loaded, Loaded>(
    context,
    async (call) => {
      const [packages, songs] = await Promise.all([loadPackages(call), loadPremiumSongs(call)]);
      return { packages, songs: valueOf(songs) };
    },
    () => ({ packages: loadFailure, songs: { songs: [], total: 0 } }),
  );
}

/** Returns promises, so that skeletons render at once. */
export function clientLoader() {
  return {
    packages: withFallback(loadPackages(readInBrowser), () => loadFailure),
    songs: loadPremiumSongs(readInBrowser),
  };
}

/** Opening and closing the form changes the query alone. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isFormAlone = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return !isFormAlone && defaultShouldRevalidate;
}

export default function PremiumPage({ loaderData }: Route.ComponentProps) {
  const data: PackageList | Promise<OfferedPackage[] | Fallback<LoadFailure>> = loaderData.packages;
  const packages = useLatest<PackageList>(data, routes.premium.path);
  const songs = useLatest<PremiumSongList>(loaderData.songs, routes.premium.path);
  const form = useOpenForm();
  const [made, setMade] = useState<PayableOrder>();
  const { revalidate } = useRevalidator();
  const origin = useOrigin();
  const offers = listOf(packages);
  const order = made && made.page_token === form.orderToken ? made : undefined;
  // After a reload the order is on its own page.
  if (form.orderToken !== undefined && !order) return <Navigate to={orderPath(form.orderToken)} replace />;
  return (
    <>
      <PageHead
        title="Premium"
        description="Các gói Ngân Nga Premium: mở khóa mọi bài hát, tải về máy, âm thanh chất lượng cao. Chuyển khoản một lần, không tự động gia hạn."
        path={routes.premium.path}
        data={origin === undefined ? [] : [breadcrumbs(origin, routes.premium)]}
      />
      <Hero />
      <div className="wrap">
        <div className={styles.gains}>
          <section>{songs ? <PremiumSongs list={songs} /> : <Skeleton className={styles.songs} />}</section>
          <Benefits />
        </div>
      </div>
      <section className="section wrap">
        <div className="section__head">
          <h2>Các gói Premium</h2>
        </div>
        <PackageSection packages={packages} onChoose={({ id }) => form.open(id)} />
        <PremiumStatus />
        <div className={styles.giftCode}>
          <GiftCode />
        </div>
      </section>
      <OwnOrders />
      <Questions songCount={songs?.total} />
      <section className="section wrap">
        <div className={`${styles.cta} lacquer`}>
          <h2>Nghe thử trước đi, rồi hãy quyết định</h2>
          <div className={styles.ctaLinks}>
            <Link className="btn btn--gold btn--lg" to={routes.premium.path}>
              Chọn gói Premium
            </Link>
            <Link className="btn btn--line btn--lg" to={routes.songs.path}>
              Nghe nhạc miễn phí
            </Link>
          </div>
        </div>
      </section>
      <OrderDialog
        isOpen={form.packageId !== undefined && offers !== undefined}
        offer={offers?.find(({ id }) => id === form.packageId)}
        packages={offers ?? []}
        order={order}
        onChange={form.change}
        onOrder={(changed) => {
          setMade(changed);
          form.showOrder(changed.page_token);
        }}
        onOutdated={() => void revalidate()}
        onClose={form.close}
      />
    </>
  );
}

/** Returns undefined for a list that is not loaded. */
function listOf(packages: PackageList | undefined): OfferedPackage[] | undefined {
  return packages && !("failed" in packages) ? packages : undefined;
}

function Hero() {
  return (
    <section className={styles.hero}>
      <div className={styles.heroArt} dangerouslySetInnerHTML={{ __html: hillsArt() }} />
      <div className="wrap">
        <p className="badge badge--leaf">
          <Icon icon={Crown} />
          {brand} Premium
        </p>
        <h1>Nghe trọn, không ai chen ngang</h1>
        <p className={styles.heroLead}>
          Mở khóa mọi bài hát, tải về máy, âm thanh chất lượng cao. Chuyển khoản một lần, không tự động gia hạn.
        </p>
      </div>
    </section>
  );
}

interface PackageSectionProps {
  packages: PackageList | undefined;
  onChoose(chosen: OfferedPackage): void;
}

function PackageSection({ packages, onChoose }: PackageSectionProps) {
  if (!packages) return <PackagesSkeleton />;
  if ("failed" in packages) {
    return <ErrorState title="Không thể tải danh sách gói Premium. Vui lòng thử lại sau." />;
  }
  if (packages.length === 0) {
    return (
      <EmptyState title="Chưa có gói Premium nào" text="Các gói đang được chuẩn bị. Bạn ghé thư viện nghe thử nhé.">
        <Link className="btn btn--primary" to={routes.songs.path}>
          {routes.songs.label}
        </Link>
      </EmptyState>
    );
  }
  return <Packages packages={packages} onChoose={onChoose} />;
}
