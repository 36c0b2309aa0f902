/** Requests for songs: the customer's side, the desk, their talk, what customers say of their songs, and songs as examples. */
import { exampleRoutes } from "#server/features/examples/examples.routes.ts";
import { createExamples } from "#server/features/examples/examples.service.ts";
import { giftStore } from "#server/features/gifts/gifts.service.ts";
import { createGiving } from "#server/features/gifts/giving.service.ts";
import { createCustomerRequests } from "#server/features/requests/customer-requests.service.ts";
import { createDueReminders } from "#server/features/requests/due-reminders.ts";
import { createLyricsReminders } from "#server/features/requests/lyrics-reminders.ts";
import { createRequestFigures, requestFiguresRoutes } from "#server/features/requests/request-figures.service.ts";
import { requestGiftRoutes } from "#server/features/requests/request-gifts.routes.ts";
import { requestGiftSource } from "#server/features/requests/request-gifts.ts";
import { requestLyricsRoutes } from "#server/features/requests/request-lyrics.routes.ts";
import { createRequestNotices } from "#server/features/requests/request-notices.ts";
import { requestRetention } from "#server/features/requests/request-retention.service.ts";
import { requestReviewRoutes } from "#server/features/requests/request-reviews.routes.ts";
import {
  createRequestReviews,
  forgetReview,
  requestReview,
} from "#server/features/requests/request-reviews.service.ts";
import { requestTalkRoutes, savedReplyRoutes } from "#server/features/requests/request-talk.routes.ts";
import { createRequestTalk, forgetTalk } from "#server/features/requests/request-talk.service.ts";
import { createRequestViews } from "#server/features/requests/request-views.ts";
import { createRequestWrites } from "#server/features/requests/request-writes.ts";
import { customerRequestRoutes, requestRoutes } from "#server/features/requests/requests.routes.ts";
import { createRequests } from "#server/features/requests/requests.service.ts";
import { createSavedReplies } from "#server/features/requests/saved-replies.service.ts";
import type { AccountsWing } from "./accounts.ts";
import type { CatalogueWing } from "./catalogue.ts";
import type { FilesWing } from "./files.ts";
import type { Messages } from "./messages.ts";
import type { Platform } from "./platform.ts";
import type { Ports } from "./ports.ts";
import type { Sales } from "./sales.ts";
import type { Team } from "./team.ts";

export type RequestsWing = ReturnType<typeof openRequests>;

/** Makes requests with both of their sides, and their routes. */
export function openRequests({
  platform: { caches, config, counts, database, idempotency },
  messages: { notifications, receipts },
  accounts: { recordings, router },
  files: { files, store },
  catalogue: { releases, songEditing, songs },
  sales: { bank, claims, forgetPayer, giftCards },
  team: { settings, staff },
  ports: { paymentChanged },
}: {
  platform: Platform;
  messages: Messages;
  accounts: AccountsWing;
  files: FilesWing;
  catalogue: CatalogueWing;
  sales: Sales;
  team: Team;
  ports: Pick<Ports, "paymentChanged">;
}) {
  const { db } = database;
  const notices = createRequestNotices({ notifications, staff });
  const songGifts = giftStore("song");
  /** What all parts of it need. */
  const parts = {
    database,
    writes: createRequestWrites({
      database,
      files,
      staff,
      releases,
      notices,
      onPayment: receipts.follow,
      async onRelease(tx, id) {
        await forgetPayer(tx, { kind: "request", id });
        await forgetReview(tx, id);
        await forgetTalk(tx, files, id);
        await songGifts.remove(tx, id);
      },
    }),
    notices,
    views: createRequestViews({
      db,
      files,
      bank,
      staffNames: staff.staffNames,
      transfersOf: (id) => claims.factsOf({ kind: "request", id }),
      newsChannel: notices.songReadyChannel,
      reviewOf: (id) => requestReview(db, id),
      giftOf: (id) => songGifts.personal(db, id),
    }),
    store,
    files,
    songEditing,
    staff,
  };
  const customerRequests = createCustomerRequests({
    ...parts,
    bank,
    idempotency,
    songPricing: settings.songPricing,
    recordings,
    excessOf: (ids) => claims.excessOf("request", ids),
    onCreated: () => counts.song_requests.add(),
  });
  customerRequestRoutes(router, customerRequests);
  requestTalkRoutes(router, createRequestTalk({ ...parts, recordings }));
  savedReplyRoutes(router, createSavedReplies({ database }));
  const requests = createRequests({
    ...parts,
    onPaymentChanged: (tx, id, by) => paymentChanged.use(tx, { kind: "request", id }, by),
  });
  requestRoutes(router, requests);
  requestFiguresRoutes(router, createRequestFigures({ db, staff }));
  requestLyricsRoutes(router, requests, customerRequests);

  const reviews = createRequestReviews(parts);
  requestReviewRoutes(router, reviews, caches.site);
  const { quotesOf } = reviews;
  exampleRoutes(router, createExamples({ database, songsOf: songs.activeOf, quotesOf }), caches.catalogue);
  const giftSource = requestGiftSource(parts);
  const giving = createGiving({ database, store: songGifts, source: giftSource, cards: giftCards });
  requestGiftRoutes(router, giving, config.http.publicUrl);
  return {
    customerRequests,
    requests,
    reviews,
    /** The source of the gifts that songs are. */
    giftSource,
    reminders: [createDueReminders(parts), createLyricsReminders(parts)],
    retention: requestRetention(parts),
  };
}
