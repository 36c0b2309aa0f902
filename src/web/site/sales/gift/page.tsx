import type { PublicGift } from "#contract/gifts.ts";
import { loadOnServer } from "../../load-on-server.ts";
import { PageHead } from "../../page-head.tsx";
import { failureOf, NoReferrer, type PrivateFailure, privateHeaders } from "../../private-page.tsx";
import { readInBrowser } from "../../read-api.ts";
import { brand, giftPath, routes } from "../../routes.ts";
import type { Route } from "./+types/page.ts";
import { headingOf, isQuiet, SealedGift, WaitingGift } from "./closed.tsx";
import { loadGift } from "./load-gift.ts";
import { OpenedGift } from "./opened.tsx";
import styles from "./page.module.css";

interface GiftData {
  gift: PublicGift | PrivateFailure;
}

export function headers(): Record<string, string> {
  return privateHeaders;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  return loadOnServer<GiftData, GiftData>(
    context,
    async (call) => ({ gift: await loadGift(call, params.secret) }),
    (error) => ({ gift: failureOf(error) }),
  );
}

export async function clientLoader({ params }: Route.ClientLoaderArgs): Promise<GiftData> {
  return { gift: await loadGift(readInBrowser, params.secret).catch(failureOf) };
}

/** A gift as its receiver sees it, without the site's frame. */
export default function GiftPage({ loaderData, params: { secret } }: Route.ComponentProps) {
  const { gift }: GiftData = loaderData;
  return (
    <div className={styles.page}>
      <GiftHead gift={gift} secret={secret} />
      <NoReferrer />
      <main id="main" className={styles.main}>
        {"missing" in gift ? (
          <SealedGift
            title={gift.missing ? "Không tìm thấy món quà này" : "Chưa mở được món quà"}
            text={
              gift.missing
                ? "Đường dẫn chưa đúng, hoặc món quà không còn nữa. Bạn hỏi lại người tặng nhé."
                : "Có lỗi khi tải trang. Bạn thử tải lại sau ít phút nhé."
            }
          />
        ) : gift.state === "open" ? (
          <OpenedGift key={secret} gift={gift} secret={secret} />
        ) : gift.state === "waiting" ? (
          <WaitingGift gift={gift} />
        ) : (
          <SealedGift
            title="Món quà đang đóng"
            text="Người tặng đang đóng món quà này. Bạn quay lại sau, hoặc hỏi người tặng nhé."
          />
        )}
      </main>
      <footer className={styles.foot}>
        <Origin gift={gift} />
      </footer>
    </div>
  );
}

/** Leads to where a song like this one is made; other gifts, and those that are not open, name the site alone. */
function Origin({ gift }: { gift: PublicGift | PrivateFailure }) {
  const isOpenSong = "state" in gift && gift.state === "open" && gift.content.kind === "song";
  if (isOpenSong || ("state" in gift && gift.state === "waiting" && gift.is_quiet))
    return <a href={routes.request.path}>Bài hát viết riêng tại {brand}</a>;
  return <a href={routes.home.path}>Quà tặng từ {brand}</a>;
}

/** The preview in messengers: of a gift that is not open, nothing but its recipient. */
function GiftHead({ gift, secret }: { gift: PublicGift | PrivateFailure; secret: string }) {
  if ("missing" in gift) return <PageHead title="Món quà" description="Món quà này chưa mở được." />;
  const title = gift.state === "closed" ? "Một món quà" : headingOf(gift);
  if (gift.state !== "closed" && isQuiet(gift)) {
    const description = gift.state === "open" ? "Bạn bấm vào để nghe." : "Bài hát này chưa nghe được.";
    // The picture of one that waits is a box.
    const picture = gift.state === "open" ? { image: `/share/gifts/${secret}.jpg`, imageAlt: "Bìa của bài hát" } : {};
    return <PageHead title={title} description={description} path={giftPath(secret)} hidden {...picture} />;
  }
  const description = gift.state === "open" ? "Bạn bấm vào để mở quà." : "Món quà này chưa mở.";
  return (
    <PageHead
      title={title}
      description={description}
      path={giftPath(secret)}
      hidden
      image={`/share/gifts/${secret}.jpg`}
      imageAlt="Một hộp quà sơn mài"
    />
  );
}
