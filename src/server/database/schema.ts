/** The features' tables as Kysely types, the same for both engines. Times are ISO strings, booleans are booleans. */
import type { Generated } from "kysely";
import type { Exercise, Level } from "#contract/learn/rounds.ts";

interface AdminTable {
  id: Generated<number>;
  email: string;
  email_key: string;
  password_hash: string;
  created_at: string;
  full_name: Generated<string>;
  role: Generated<"admin" | "accountant">;
  /** Closed accounts can't log in. */
  is_active: Generated<boolean>;
  /** Null once the invited has set a password, and for an account that was made by a command on the server. */
  invited_at: string | null;
}

interface UserTable {
  id: Generated<number>;
  username: string;
  username_key: string;
  email: string;
  email_key: string;
  full_name: string | null;
  password_hash: string;
  is_active: boolean;
  subscription_type: "free" | "premium";
  premium_expires_at: string | null;
  premium_package_id: number | null;
  /** When Premium was last given or ended; null for never, and for what was before this was noted. */
  premium_changed_at: string | null;
  search_text: string;
  created_at: string;
  /** Null for an e-mail that its owner has not confirmed. */
  email_verified_at: string | null;
}

interface SessionTable {
  token_hash: string;
  kind: "admin" | "user" | "staff";
  account_id: number;
  created_at: string;
  /** Last use, at most an hour old. */
  used_at: string;
  /** `used_at` plus the time that the session may rest unused. */
  expires_at: string;
  /** Browser and system at the login. */
  device: string | null;
}

interface LoginAddressTable {
  kind: "admin" | "user" | "staff";
  account_id: number;
  /** Keyed hash of the client's network. */
  address: string;
  /** Last successful login from there. */
  seen_at: string;
}

/** A second factor; one that is not enabled yet waits for its first code. */
interface SecondFactorTable {
  kind: "admin" | "staff";
  account_id: number;
  /** The shared secret, encrypted by the vault. */
  sealed_secret: string;
  /** The time step of the last code that was used; no code of this step or an earlier one is accepted. */
  last_step: number;
  enabled_at: string | null;
}

/** Recovery codes that are not used yet. */
interface RecoveryCodeTable {
  kind: "admin" | "staff";
  account_id: number;
  code_hash: string;
}

/** A link in an e-mail. Its token is derived from the row and the site's key, and stored nowhere. */
interface AccountTokenTable {
  /** Random, so that no id comes back after a restore: the link of an id would open another account then. */
  token_id: number;
  purpose: "password_reset" | "email_verification";
  kind: "admin" | "user" | "staff";
  account_id: number;
  /** Of the e-mail that the link is sent to; the link ends when the account has another one. */
  email_key: string;
  created_at: string;
  expires_at: string;
  /** When it was used, or replaced by a newer one. */
  ended_at: string | null;
}

interface CategoryTable {
  id: Generated<number>;
  name: string;
  name_key: string;
  description: string | null;
  icon_url: string | null;
  category_type: "entertainment" | "educational";
  is_active: boolean;
  is_featured: boolean;
  is_demo: boolean;
  created_at: string;
}

interface SongTable {
  id: Generated<number>;
  title: string;
  artist: string | null;
  description: string | null;
  lyrics: string | null;
  audio_url: string;
  thumbnail_url: string | null;
  is_active: boolean;
  is_featured: boolean;
  is_premium: boolean;
  is_demo: boolean;
  play_count: Generated<number>;
  likes_count: Generated<number>;
  duration: number | null;
  /** Comma-separated whole numbers 0 to 100; empty where there is nothing to draw; null until measured. */
  waveform: string | null;
  /** SHA-256 of the imported file; prevents a second import. */
  source_hash: string | null;
  /** Why the song must stay hidden; null for one that may be shown. */
  withheld: Generated<"consent_withdrawn" | "request_deleted" | null>;
  /** When a hidden song is shown by the server; null for one that has no set time. */
  release_at: Generated<string | null>;
  search_text: string;
  created_at: string;
  updated_at: string;
}

interface SongCategoryTable {
  song_id: number;
  category_id: number;
  position: number;
}

/** Numbers of songs, kept by triggers (docs/rooms/http-and-limits.md#costly-reads). A state without songs may have no row. */
interface SongCountTable {
  /** 0 for all songs, those without a category included. */
  category_id: number;
  is_active: boolean;
  is_featured: boolean;
  songs: number;
}

/** Songs whose stored audio does not play, as the last check found. */
interface SongFaultTable {
  song_id: number;
  fault: "missing" | "damaged" | "unreadable";
}

/** The lines of a song; documents as JSON (`contract/lyrics/document.ts`). */
interface SongLinesTable {
  song_id: number;
  /** How often lines were published. */
  published_number: Generated<number>;
  /** Name of the person who published or removed them last. */
  published_by: string | null;
  published_at: string | null;
  /** Name of the person who saved or discarded the draft last. */
  draft_by: string | null;
  draft_at: string | null;
  published: string | null;
  draft: string | null;
}

/** The index of a song's lyrics (`contract/lyrics/search.ts`), derived from its lyrics and its published lines; a song without lyrics has no row. */
interface SongLyricsTable {
  song_id: number;
  search_text: string;
  lines: string | null;
}

interface SongLikeTable {
  song_id: number;
  user_id: number;
  created_at: string;
}

interface SongListenTable {
  song_id: number;
  listener: string;
  counted_at: string;
}

interface SongPlayDayTable {
  day: string;
  song_id: number;
  plays: number;
}

/** The best of a user in an exercise with a song, at one level. */
interface LearnScoreTable {
  user_id: number;
  song_id: number;
  exercise: Exercise;
  level: Level;
  best_score: number;
  rounds: number;
  last_at: string;
}

/** A day in Vietnam on which a user learned. */
interface LearnDayTable {
  user_id: number;
  day: string;
  rounds: number;
}

/** A round that has been counted, under the id that its browser gave it. */
interface LearnRoundTable {
  user_id: number;
  id: string;
  finished_at: string;
}

interface WordTable {
  id: Generated<number>;
  user_id: number;
  /** UUID that the browser made; with the user it is unique. */
  client_id: string;
  /** First part of BCP 47; `und` for an unknown one. */
  language: string;
  text: string;
  /** The text in lower case; with user and language it is unique. */
  text_key: string;
  reading: string | null;
  meaning: string | null;
  note: string | null;
  /** Folded texts of the word, its own first. */
  search_text: string;
  state: Generated<"new" | "learning" | "review" | "relearning">;
  due: string;
  stability: Generated<number>;
  difficulty: Generated<number>;
  scheduled_days: Generated<number>;
  learning_steps: Generated<number>;
  reps: Generated<number>;
  lapses: Generated<number>;
  /** When it was answered first; null for a new one. */
  first_review: string | null;
  last_review: string | null;
  created_at: string;
  /** Set while a deletion can be undone. */
  removed_at: string | null;
}

/** A line that a word was met in, as it was when the word was saved; its times follow the song's. */
interface WordLineTable {
  id: Generated<number>;
  word_id: number;
  /** Of a song that may be in the bin or gone; null for a line without one. */
  song_id: number | null;
  song_title: string | null;
  text: string;
  reading: string | null;
  translation: string | null;
  start_ms: number | null;
  end_ms: number | null;
}

/** An answer of a learner to a word. */
interface WordReviewTable {
  id: Generated<number>;
  user_id: number;
  word_id: number;
  /** UUID that the browser made; with the user it is unique. */
  client_id: string;
  rating: "again" | "hard" | "good" | "easy";
  reviewed_at: string;
  /** An answer that was taken back stays, so that it does not count when it is sent again. */
  undone_at: string | null;
}

/** A learner's settings; none before the first answer or change. */
interface NotebookTable {
  user_id: number;
  new_words_per_day: Generated<number>;
  /** Answers that were accepted, also undone ones and those of erased words. */
  answers: Generated<number>;
}

interface SettingTable {
  key: string;
  /** JSON. */
  value: string;
  updated_at: string;
}

interface SupportContactTable {
  id: Generated<number>;
  name: string;
  type: "phone" | "zalo" | "messenger" | "telegram" | "email" | "request" | "other";
  value: string;
  icon_url: string | null;
  color: string | null;
  description: string | null;
  is_active: boolean;
  sort_order: number;
  is_demo: boolean;
  created_at: string;
}

interface PremiumPackageTable {
  id: Generated<number>;
  name: string;
  /** `fold` of the name. */
  name_key: string;
  /** Whole đồng. */
  price: number;
  /** Null for a lifetime package. */
  duration_days: number | null;
  is_lifetime: boolean;
  is_active: boolean;
  description: string | null;
  sort_order: number;
  is_demo: boolean;
  search_text: string;
  created_at: string;
}

interface BankConfigTable {
  id: Generated<number>;
  /** 1 in every row, and unique. */
  only_one: Generated<number>;
  bank_name: string;
  /** NAPAS number of the bank, six digits. */
  bank_bin: string | null;
  account_number: string;
  account_holder: string;
  branch: string | null;
  swift_code: string | null;
  qr_code_url: string | null;
  is_active: boolean;
  created_at: string;
  updated_at: string;
  /** E-mail of the administrator. */
  updated_by: string | null;
}

interface PremiumOrderTable {
  id: Generated<number>;
  /** The text that the customer writes into the transfer. */
  code: string;
  /** 128 random bits: the address of the order's private page. */
  page_token: string;
  package_id: number;
  user_id: number | null;
  user_name: string;
  user_phone: string;
  user_email: string;
  user_address: string | null;
  user_telegram: string | null;
  user_facebook: string | null;
  user_zalo: string | null;
  package_name: string;
  package_duration_days: number | null;
  /** Of the package. */
  is_lifetime: boolean;
  /** Whole đồng. */
  payment_amount: number;
  payment_method: "bank_transfer";
  payment_reference: string | null;
  payment_note: string | null;
  status: "pending" | "confirmed" | "cancelled" | "completed";
  payment_status: "pending" | "paid" | "failed" | "refunded";
  admin_notes: string | null;
  search_text: string;
  created_at: string;
  updated_at: string;
  /** First time of the state; so are the next two. */
  paid_at: string | null;
  confirmed_at: string | null;
  completed_at: string | null;
  /** The user has received the order's time. */
  premium_granted_at: string | null;
  /** The end of the user's Premium then; null before, and for a permanent one. */
  premium_expires_at: string | null;
  /** When its personal data were removed for their age. */
  erased_at: Generated<string | null>;
  /** When it ends unless it is paid; null when it does not wait for its payment. */
  expires_at: Generated<string | null>;
  /** Why it is cancelled, refused or refunded; null when it is not. */
  end_reason: Generated<"expired" | "customer" | "operator" | null>;
  end_message: Generated<string | null>;
  /** The account has its verified e-mail; nobody has attached the order to it. */
  is_joined_by_email: Generated<boolean>;
  /** Whole đồng: the sum of its allocations that are in effect. */
  received_amount: Generated<number>;
  /** Its time is for whoever takes it, not for its own account. */
  is_gift: Generated<boolean>;
  /** The account that took the gift. */
  receiver_id: Generated<number | null>;
  /** Whole đồng that were given back: the sum of its refunds that are in effect, but of one that was refunded before 0071. */
  refunded_amount: Generated<number>;
  /** When the time that it gave was taken back with a refund. */
  premium_taken_at: Generated<string | null>;
}

/** Money of an order that was given back. */
interface OrderRefundTable {
  id: Generated<number>;
  order_id: number;
  /** Whole đồng. */
  amount: number;
  /** Null where the state of the payment was set by hand, or once it is erased for its age. */
  reason: string | null;
  /** The bank's number of the outgoing transfer. */
  reference: string | null;
  /** The time that the order gave was taken back with it. */
  is_premium_taken: Generated<boolean>;
  created_at: string;
  /** Name of a person. */
  created_by: string;
  /** Null while it is in effect. */
  undone_at: string | null;
  undone_by: string | null;
}

/** A movement on the bank account, as a service or a statement told of it. */
interface TransferTable {
  id: Generated<number>;
  provider: "sepay" | "casso" | "payos" | "statement";
  /** Unique within the provider. */
  provider_id: string;
  /** How it was first heard of. */
  source: "webhook" | "poll" | "statement";
  /** Of rows before 0067 alone, and unused: SQLite drops no unique column. */
  money_key: Generated<string | null>;
  /** Name of the importer of the statement that told of it first; null for one that a service told of, or that came before this was noted. */
  told_by: string | null;
  direction: "in" | "out";
  /** Whole đồng, positive in both directions. */
  amount: number;
  /** The content as the bank reported it. */
  memo: string;
  /** The account of the site that it came to or left, and the virtual one below it. */
  account: string;
  sub_account: string | null;
  sender_name: string | null;
  sender_account: string | null;
  sender_bank: string | null;
  /** The bank's own number of it. */
  reference: string | null;
  /** `orderCode` of the payOS link that it came by. */
  provider_order: number | null;
  /** Whole đồng on the account afterwards, where the bank tells it. */
  balance: number | null;
  occurred_at: string;
  received_at: string;
  /** What the provider sent. */
  raw: string | null;
  /** `new` until the worker has looked at it. */
  state: "new" | "matched" | "under" | "over" | "late" | "duplicate" | "unmatched" | "outgoing" | "ignored";
  /** Why it has the state, as a word of `transferReasons`. */
  reason: string | null;
  /** The words of whoever ignored it. */
  note: string | null;
  /** The code that was found in the memo. */
  code: string | null;
  /** The order or request that it pays, or is suggested for. */
  order_id: number | null;
  request_id: number | null;
  /** Whole đồng: sums of its allocations and refunds that are in effect. */
  allocated: Generated<number>;
  refunded: Generated<number>;
  /** Name of the person who decided last; null while only the worker has. */
  decided_by: string | null;
  updated_at: string;
  search_text: string;
  /** When all that tells of persons was removed for its age. */
  erased_at: Generated<string | null>;
}

/** That another source, or a service's list beside its calls, told of a transfer again. */
interface TransferTellingTable {
  id: Generated<number>;
  transfer_id: number;
  provider: TransferTable["provider"];
  provider_id: string;
  /** With the provider, at most once for each transfer: what one source tells apart is never one transfer. */
  source: TransferTable["source"];
  told_at: string;
  /** Name of the importer of a statement. */
  told_by: string | null;
  /** The transfer that it becomes when it is split off, as JSON; null once it is erased for its age. */
  event: string | null;
  /** What the provider sent. */
  raw: string | null;
}

/** Money of a transfer that pays an order or a request. */
interface TransferAllocationTable {
  id: Generated<number>;
  transfer_id: number;
  order_id: number | null;
  request_id: number | null;
  /** Whole đồng. */
  amount: number;
  /** Days of Premium that this money gave beyond the package; null where it pays the price. */
  extra_days: Generated<number | null>;
  created_at: string;
  /** Name of a person, or `Hệ thống`. */
  created_by: string;
  /** Null while it is in effect. */
  undone_at: string | null;
  undone_by: string | null;
}

/** Money that was sent back by hand. */
interface TransferRefundTable {
  id: Generated<number>;
  transfer_id: number;
  amount: number;
  reference: string | null;
  reason: string;
  /** The outgoing transfer, where the bank told of it. */
  outgoing_id: number | null;
  created_at: string;
  created_by: string;
  undone_at: string | null;
  undone_by: string | null;
}

/** A customer says that the money is under way. */
interface TransferClaimTable {
  id: Generated<number>;
  order_id: number | null;
  request_id: number | null;
  /** Key of a file: the picture of the bank's confirmation. */
  receipt_file: string | null;
  created_at: string;
  /** When it needs no hand any more. */
  closed_at: string | null;
  closed_by: string | null;
}

/** A payment link of payOS. All are kept: late money still finds its order. */
interface PaymentLinkTable {
  id: Generated<number>;
  /** The transfer code of the order or request. */
  code: string;
  /** `orderCode` of payOS: a number that is never used again. */
  provider_code: number;
  /** `asked` until the provider has answered; `failed` when it did not in time. */
  state: "asked" | "open" | "failed" | "closed";
  link_id: string | null;
  amount: number;
  bank_bin: string | null;
  account: string | null;
  account_holder: string | null;
  /** The content that the provider wants in the transfer. */
  memo: string | null;
  vietqr: string | null;
  created_at: string;
  expires_at: string | null;
  /** Last time that the provider was asked about it; at first when it was made. */
  checked_at: string;
  /** When the provider said that it takes no more money; it is asked about for a day more, then it is closed. */
  ended_at: string | null;
}

/** What is known of a service that tells of transfers, beside its settings. */
interface PaymentProviderTable {
  provider: "sepay" | "casso" | "payos";
  /** When it last told of a transfer, by a call of its own. */
  received_at: string | null;
  /** Calls with a wrong signature, and time and bytes of the last one. */
  wrong_signatures: Generated<number>;
  wrong_at: string | null;
  wrong_bytes: number | null;
  /** Calls with a right signature that could not be read, with the time of the last one. */
  unreadable_calls: Generated<number>;
  unreadable_at: string | null;
  poll_cursor: string | null;
  polled_at: string | null;
  /** In Vietnamese; null after a poll that succeeded. */
  poll_error: string | null;
}

interface ReceiptTable {
  id: Generated<number>;
  /** Without gaps, from 1. */
  number: number;
  /** Of an order or request, one receipt at most is not cancelled. */
  order_id: number | null;
  request_id: number | null;
  /** JSON of the seller at the time of issue. */
  seller: string;
  /** Empty once the personal data of the order or request are erased. */
  buyer: string;
  /** What was paid for. */
  what: string;
  code: string;
  /** Whole đồng. */
  amount: number;
  /** The bank's number of the transfer as an administrator noted it. */
  reference: string | null;
  paid_at: string;
  issued_at: string;
  /** When the payment was taken back. */
  cancelled_at: string | null;
}

/** What a VAT invoice needs, asked for with an order. */
interface InvoiceRequestTable {
  id: Generated<number>;
  order_id: number;
  company: string;
  tax_code: string;
  address: string;
  email: string;
  created_at: string;
}

interface StaffTable {
  id: Generated<number>;
  username: string;
  username_key: string;
  email: string;
  email_key: string;
  full_name: string;
  password_hash: string;
  phone: string | null;
  notes: string | null;
  is_active: boolean;
  is_supervisor: boolean;
  created_at: string;
}

interface SongRequestTable {
  id: Generated<number>;
  /** The text that the customer writes into the transfer. */
  code: string;
  /** 128 random bits: the address of the private page. */
  page_token: string;
  /** The account that was logged in, if any. */
  user_id: number | null;
  customer_name: string;
  customer_email: string;
  customer_phone: string | null;
  /** Whole đồng. */
  budget: number | null;
  request_content: string;
  occasion: string | null;
  recipient: string | null;
  mood: string | null;
  voice: string | null;
  genre: string | null;
  tempo: string | null;
  words_wanted: string | null;
  words_unwanted: string | null;
  name_pronunciation: string | null;
  /** Key of a file. */
  reference_file: string | null;
  /** Name that it had on the customer's machine. */
  reference_file_name: string | null;
  admin_notes: string | null;
  staff_notes: string | null;
  status: "new" | "processing" | "completed" | "cancelled";
  staff_id: number | null;
  due_at: string;
  /**
   * Place in the queue: `due_at` of an open request, a thousand years later while its lyrics wait for the customer; for a closed one a time
   * beyond all of them, the earlier the later it was closed.
   */
  queue: string;
  /** Whole đồng. */
  agreed_price: number;
  /** Changes that the price includes. */
  free_changes: Generated<number>;
  /** How often the customer asked for changes. */
  changes_done: Generated<number>;
  /** When the customer could hear a version for the first time; it stays when the versions are removed for their age. */
  first_delivered_at: Generated<string | null>;
  /** Working days from the day on which it came until then. */
  days_needed: Generated<number | null>;
  /** The version that was accepted. */
  accepted_song_id: number | null;
  accepted_at: string | null;
  paid_at: string | null;
  consent_at: string | null;
  /** The song of the library that was made of it. */
  song_id: number | null;
  search_text: string;
  created_at: string;
  updated_at: string;
  /** Last time of the state. */
  completed_at: string | null;
  /** When its personal data and files were removed for their age. */
  erased_at: Generated<string | null>;
  /** Whole đồng: the sum of its allocations that are in effect. */
  received_amount: Generated<number>;
  /** Since when lyrics wait for the customer, while the due time stands still. */
  waiting_since: Generated<string | null>;
}

/** Finished songs of requests; each is a version. */
interface RequestSongTable {
  id: Generated<number>;
  request_id: number;
  /** From 1 within its request. */
  number: number;
  /** Key of a file. */
  file: string;
  /** Key of a picture; null for a cover that is drawn. */
  cover: string | null;
  /** Seconds. */
  duration: number | null;
  created_at: string;
  /** When the customer could first hear it. */
  delivered_at: string | null;
  /** The name of the song, for the customer. */
  title: string | null;
  dedication: string | null;
  lyrics: string | null;
  /** Its timed lines as JSON; null for lyrics without times. */
  lines: string | null;
  /** From its makers to the customer. */
  note: string | null;
  /** Loudness, as that of songs; null until it is measured. */
  waveform: string | null;
}

/** Lyrics of requests before they are sung; each is a version. */
interface RequestLyricsTable {
  id: Generated<number>;
  request_id: number;
  /** From 1 within its request. */
  number: number;
  text: string;
  note: string | null;
  state: "waiting" | "changes_wanted" | "agreed" | "superseded" | "withdrawn" | "closed";
  sent_at: string;
  /** Name of who sent it. */
  sent_by: string;
  answered_at: string | null;
  answer: string | null;
  /** JSON of the lines that the customer marked. */
  notes: string;
}

interface RequestEventTable {
  id: Generated<number>;
  request_id: number;
  kind: string;
  actor_kind: "customer" | "staff" | "admin" | "system";
  actor_name: string | null;
  text: string | null;
  second: number | null;
  version: number | null;
  amount: number | null;
  created_at: string;
}

/** The review of a customer of the accepted song. */
interface RequestReviewTable {
  id: Generated<number>;
  request_id: number;
  /** 1 to 5. */
  stars: number;
  text: string | null;
  /** The name that it is shown under. */
  name: string | null;
  /** The customer allows to show it. */
  is_public: boolean;
  /** The customer allows to quote the beginning of the story beside the song. */
  is_story_quoted: boolean;
  /** When an administrator hid it. */
  hidden_at: string | null;
  created_at: string;
  updated_at: string;
}

/** Reviews that are shown, as they are; a change of one takes its row away. */
interface ReviewApprovalTable {
  review_id: number;
  approved_at: string;
}

/** Songs to hear before asking for one. */
interface SongExampleTable {
  id: Generated<number>;
  song_id: number;
  occasion: string;
  /** The least comes first. */
  sort_order: number;
  created_at: string;
}

/** The messages between customer and desk. */
interface RequestMessageTable {
  id: Generated<number>;
  request_id: number;
  author_kind: "customer" | "staff" | "admin";
  /** Null for customers. */
  author_name: string | null;
  text: string;
  /** Key of its file. */
  file: string | null;
  file_kind: "picture" | "audio" | "video" | null;
  /** That it had on the sender's machine. */
  file_name: string | null;
  /** Seconds. */
  duration: number | null;
  /** Made by the sender: the same one again is the same message. */
  client_id: string;
  created_at: string;
  /** When the other side had read it. */
  read_at: string | null;
}

interface SavedReplyTable {
  id: Generated<number>;
  /** Null for one of all. */
  staff_id: number | null;
  title: string;
  text: string;
  created_at: string;
}

/** A page for the person that something was made or bought for. */
interface GiftTable {
  id: Generated<number>;
  /** Of its address, 128 random bits. */
  secret: string;
  /** A gift is of a request or of an order. */
  request_id: number | null;
  order_id: number | null;
  recipient_name: string | null;
  giver_name: string | null;
  message: string | null;
  /** The first moment of the day on which it opens; null for one that is open from the start. */
  opens_at: string | null;
  /** The giver's switch. */
  is_open: boolean;
  hearts: Generated<number>;
  /** When a receiver first opened it. */
  opened_at: string | null;
  /** The code that can be typed in place of the address. */
  code: string | null;
  created_at: string;
  updated_at: string;
}

/** The devices whose hearts were counted. */
interface GiftHeartTable {
  gift_id: number;
  /** Made by the device. */
  device: string;
  created_at: string;
}

interface GiftThanksTable {
  id: Generated<number>;
  gift_id: number;
  /** Made by the sender, so that thanks that are sent twice are kept once. */
  sending_id: string;
  name: string | null;
  text: string;
  created_at: string;
}

interface FileTable {
  /** `audio/<32 hex digits>.<extension>`, on the disk and in a bucket alike. */
  key: string;
  kind: "audio" | "image" | "reference" | "finished_song" | "receipt" | "attachment";
  /** The most restricted of its claims; without one that of its kind. */
  visibility: "public" | "signed" | "staff" | "admin";
  /** Location of the complete file. */
  place: "disk" | "bucket" | "private";
  /** True when object storage decides its place; false keeps it on the disk. */
  is_managed: boolean;
  /** True once its removal has begun: nothing can claim or read it any more. */
  is_removed: boolean;
  /** Null until measured. */
  sha256: string | null;
  /** Bytes. */
  size: number;
  /** Seconds. */
  duration: number | null;
  /** True during a move or removal, also one that a crash ended: copies may lie in several places. */
  is_in_transit: boolean;
  /** Error of the last move or removal, after which copies may lie in several places. */
  problem: string | null;
  /** Token of the running move, and when its lease expires. */
  lease: string | null;
  lease_until: string | null;
  created_at: string;
  /** Null while something claims it. */
  unclaimed_since: string | null;
}

interface FileClaimTable {
  /** Declared by the records of the owners' tables. */
  owner_kind: string;
  owner_id: number;
  file_key: string;
  /** The readers that the owner allows; null when it allows none by itself. */
  visibility: FileTable["visibility"] | null;
  /** File name of a download, without its extension. */
  name: string | null;
}

/** A deleted record that can be restored. */
interface BinTable {
  id: Generated<number>;
  /** As in the audit trail. */
  entity: "song" | "category" | "support" | "premium_package" | "staff";
  /** The id that it had, and has again once it is restored. */
  entity_id: number;
  name: string;
  /** `fold` of the name. */
  name_key: string;
  /** JSON of the names that nobody else may have. */
  names: string;
  /** JSON of the numbers of what goes with it. */
  facts: string;
  is_demo: Generated<boolean>;
  deleted_at: string;
  /** Name of the person. */
  deleted_by: string;
  /** True once it was removed by hand: the worker removes it, and nobody sees it any more. */
  is_leaving: Generated<boolean>;
}

/** Up to 500 rows of a binned record: its own, and those that depend on it. */
interface BinRowsTable {
  bin_id: number;
  position: number;
  table_name: string;
  /** JSON of rows, whole as the table had them. */
  rows: string;
}

/** Users who liked a binned song, or have the Premium of a binned package. */
interface BinUserTable {
  bin_id: number;
  user_id: number;
  /** When they liked the song. */
  created_at: string | null;
}

/** Scores of learners with a binned song. */
interface BinScoreTable extends Omit<LearnScoreTable, "song_id"> {
  bin_id: number;
}

/** Requests that a binned song was made of, or that a binned staff member had. */
interface BinRequestTable {
  bin_id: number;
  request_id: number;
  /** At the time of the deletion. */
  status: string;
}

interface AuditTable {
  id: Generated<number>;
  actor_kind: "admin" | "staff" | "system";
  actor_id: number | null;
  actor_name: string;
  action: string;
  entity: string;
  entity_id: number | null;
  summary: string;
  created_at: string;
  /** JSON of what the change made of what; null for none, and once the record's personal data are removed. */
  changes: Generated<string | null>;
}

interface ListViewTable {
  id: Generated<number>;
  /** Of `viewScreens`. */
  screen: string;
  name: string;
  /** The query of the list's URL, as JSON. */
  query: string;
  is_shared: boolean;
  /** The account that made it; the other one is null. */
  admin_id: number | null;
  staff_id: number | null;
  created_at: string;
  /** Set while a deletion can be undone. */
  removed_at: string | null;
}

interface ListViewDefaultTable {
  kind: "admin" | "staff";
  account_id: number;
  screen: string;
  view_id: number;
}

interface BulkJobTable {
  id: Generated<number>;
  /** Of `bulkKinds`. */
  kind: string;
  /** What its kind asks for, as JSON. */
  options: string;
  /** The job whose changes it takes back. */
  undo_of: number | null;
  actor_kind: "admin" | "accountant" | "staff";
  actor_id: number;
  actor_name: string;
  state: "running" | "done" | "stopped";
  total: number;
  created_at: string;
  finished_at: string | null;
  /** When its result was put away. */
  dismissed_at: string | null;
}

interface BulkItemTable {
  job_id: number;
  /** From 0, in the order in which rows are changed. */
  position: number;
  /** Id of the row in the table of its kind. */
  row_id: number;
  state: "waiting" | "changed" | "unchanged" | "refused" | "stopped";
  /** Why the row was refused. */
  message: string | null;
  /** What takes the change back needs, as JSON of its kind. */
  undo: string | null;
}

interface DeliveryTable {
  id: Generated<number>;
  event: string;
  /** Of what happens once only, for one recipient; null for all else. */
  event_key: string | null;
  recipient_kind: "customer" | "user" | "staff" | "admin";
  recipient_id: number | null;
  recipient_name: string;
  email: string | null;
  /** The address as messages to it are counted; null for older messages and those without one. */
  address_key: string | null;
  /** As `84…`. */
  phone: string | null;
  subject_kind: "request" | "order" | "user" | null;
  subject_id: number | null;
  /** JSON of the event's data. */
  data: string;
  channel: "email" | "zalo";
  state: "waiting" | "sent" | "kept" | "failed" | "skipped";
  error: string | null;
  attempts: number;
  /** The service's own id of the message. */
  provider_id: string | null;
  search_text: string;
  created_at: string;
  not_before: string | null;
  /** After this it is not true any more, and is not sent. */
  not_after: string | null;
  sent_at: string | null;
}

/** A message to all administrators, until the worker has made the message of each. */
interface AdminNoticeTable {
  id: Generated<number>;
  event: string;
  /** Of what happens once only, the same for all recipients; null for all else. */
  event_key: string | null;
  subject_kind: "request" | "order" | "user" | null;
  subject_id: number | null;
  /** JSON of the event's data. */
  data: string;
  not_after: string | null;
}

/** A sending by Zalo: the first one of a delivery, or a resend. */
interface ZaloMessageTable {
  /** Sent along, and reported back by Zalo. */
  tracking_id: string;
  delivery_id: number;
  /** Of a resend; empty for the first sending. */
  resend: string;
  /** `calling`: whether the call arrived is not known until it has another state. */
  state: "new" | "calling" | "refused" | "unanswered" | "taken";
  called_at: string | null;
  /** Zalo's own id. */
  message_id: string | null;
  /** When Zalo first reported that it reached the phone. */
  received_at: string | null;
}

/** Facts about an e-mail address, for all accounts and requests that have it. */
interface EmailAddressTable {
  email_key: string;
  /** When the mail server refused it for good. */
  bounced_at: string | null;
  bounce_error: string | null;
  /** When its owner asked for no more e-mails but those about their own orders. */
  unsubscribed_at: string | null;
}

declare module "#server/platform/db/schema.ts" {
  interface Tables {
    admins: AdminTable;
    users: UserTable;
    sessions: SessionTable;
    login_addresses: LoginAddressTable;
    second_factors: SecondFactorTable;
    recovery_codes: RecoveryCodeTable;
    account_tokens: AccountTokenTable;
    categories: CategoryTable;
    songs: SongTable;
    song_faults: SongFaultTable;
    song_categories: SongCategoryTable;
    song_counts: SongCountTable;
    song_lines: SongLinesTable;
    song_lyrics: SongLyricsTable;
    song_likes: SongLikeTable;
    song_listens: SongListenTable;
    song_play_days: SongPlayDayTable;
    learn_scores: LearnScoreTable;
    learn_days: LearnDayTable;
    learn_rounds: LearnRoundTable;
    words: WordTable;
    word_lines: WordLineTable;
    word_reviews: WordReviewTable;
    notebooks: NotebookTable;
    settings: SettingTable;
    support_contacts: SupportContactTable;
    premium_packages: PremiumPackageTable;
    bank_config: BankConfigTable;
    premium_orders: PremiumOrderTable;
    transfers: TransferTable;
    transfer_tellings: TransferTellingTable;
    transfer_allocations: TransferAllocationTable;
    transfer_refunds: TransferRefundTable;
    transfer_claims: TransferClaimTable;
    payment_links: PaymentLinkTable;
    payment_providers: PaymentProviderTable;
    receipts: ReceiptTable;
    invoice_requests: InvoiceRequestTable;
    order_refunds: OrderRefundTable;
    staff: StaffTable;
    song_requests: SongRequestTable;
    request_songs: RequestSongTable;
    request_events: RequestEventTable;
    request_lyrics: RequestLyricsTable;
    request_reviews: RequestReviewTable;
    review_approvals: ReviewApprovalTable;
    song_examples: SongExampleTable;
    request_messages: RequestMessageTable;
    saved_replies: SavedReplyTable;
    gifts: GiftTable;
    gift_hearts: GiftHeartTable;
    gift_thanks: GiftThanksTable;
    deliveries: DeliveryTable;
    admin_notices: AdminNoticeTable;
    email_addresses: EmailAddressTable;
    zalo_messages: ZaloMessageTable;
    files: FileTable;
    file_claims: FileClaimTable;
    audit_log: AuditTable;
    bulk_jobs: BulkJobTable;
    bulk_items: BulkItemTable;
    list_views: ListViewTable;
    list_view_defaults: ListViewDefaultTable;
    bin: BinTable;
    bin_rows: BinRowsTable;
    bin_users: BinUserTable;
    bin_scores: BinScoreTable;
    bin_requests: BinRequestTable;
  }
}
