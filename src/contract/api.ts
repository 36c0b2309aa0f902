/** All endpoints of the product, by `METHOD /path`. Browser code imports this module's types only. */
import { accounts } from "./accounts.ts";
import { administrators } from "./administrators.ts";
import { backOfficeAccount } from "./back-office-account.ts";
import { bank } from "./bank.ts";
import { bin } from "./bin.ts";
import { bulk } from "./bulk.ts";
import { catalogue } from "./catalogue.ts";
import { customers } from "./customers.ts";
import { dashboard } from "./dashboard.ts";
import type { Endpoints } from "./endpoint.ts";
import { examples } from "./examples.ts";
import { exports } from "./exports.ts";
import { find } from "./find.ts";
import { gifts } from "./gifts.ts";
import { history } from "./history.ts";
import { learning } from "./learning.ts";
import { live } from "./live.ts";
import { media } from "./media.ts";
import { notebook } from "./notebook.ts";
import { notifications } from "./notifications.ts";
import { orders } from "./orders.ts";
import { ownAccount } from "./own-account.ts";
import { ownSongs } from "./own-songs.ts";
import { passwordReset } from "./password-reset.ts";
import { paymentConfig } from "./payment-config.ts";
import { payments } from "./payments.ts";
import { playlists } from "./playlists.ts";
import { premiumGifts } from "./premium-gifts.ts";
import { premiumPackages } from "./premium-packages.ts";
import { queue } from "./queue.ts";
import { receipts } from "./receipts.ts";
import { requestLyrics } from "./request-lyrics-api.ts";
import { requestMessages } from "./request-messages.ts";
import { requestReviews } from "./request-reviews.ts";
import { requests } from "./requests.ts";
import { retention } from "./retention.ts";
import { secondFactor } from "./second-factor.ts";
import { settings } from "./settings.ts";
import { songLines } from "./song-lines.ts";
import { staff } from "./staff.ts";
import { staffFigures } from "./staff-figures.ts";
import { storage } from "./storage.ts";
import { support } from "./support.ts";
import { system } from "./system.ts";
import { users } from "./users.ts";
import { views } from "./views.ts";
import { zalo } from "./zalo.ts";

export const api = {
  ...system,
  ...accounts,
  ...ownAccount,
  ...secondFactor,
  ...backOfficeAccount,
  ...passwordReset,
  ...users,
  ...customers,
  ...catalogue,
  ...ownSongs,
  ...songLines,
  ...learning,
  ...queue,
  ...notebook,
  ...playlists,
  ...media,
  ...support,
  ...bin,
  ...premiumPackages,
  ...bank,
  ...orders,
  ...premiumGifts,
  ...payments,
  ...paymentConfig,
  ...receipts,
  ...requests,
  ...staffFigures,
  ...requestReviews,
  ...gifts,
  ...examples,
  ...requestMessages,
  ...requestLyrics,
  ...staff,
  ...administrators,
  ...settings,
  ...retention,
  ...storage,
  ...notifications,
  ...zalo,
  ...bulk,
  ...dashboard,
  ...find,
  ...exports,
  ...history,
  ...views,
  ...live,
} as const satisfies Endpoints;
export type Api = typeof api;
export type ApiKey = keyof Api;
