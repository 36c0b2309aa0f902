/** Complete API replies about requests and staff, for component tests and journeys; tests pass the fields that matter. */
import type { RequestLyrics } from "#contract/request-lyrics.ts";
import type { RequestMessage, RequestTalk } from "#contract/request-messages.ts";
import type {
  CustomerRequest,
  RequestEvent,
  SongRequest,
  SongRequestDetail,
  SongVersion,
  UserRequest,
} from "#contract/requests.ts";
import type { StaffMember } from "#contract/staff.ts";

const created_at = "2026-05-01T08:00:00.000Z";

/** Returns a request that has just come, as its customer sees it. */
export function aRequest(fields: Partial<CustomerRequest> = {}): CustomerRequest {
  return {
    id: 3,
    code: "HR2345678M",
    page_token: "ZyXwVuTsRqPoNmLkJiHgFe",
    customer_name: "Nguyễn Thị Lan",
    customer_email: "lan@example.com",
    customer_phone: null,
    budget: null,
    request_content: "Bài hát tặng ba má nhân 30 năm ngày cưới",
    occasion: null,
    recipient: null,
    mood: null,
    voice: null,
    genre: null,
    tempo: null,
    words_wanted: null,
    words_unwanted: null,
    name_pronunciation: null,
    reference_file_name: null,
    status: "new",
    is_assigned: false,
    created_at,
    due_at: "2026-05-06T16:59:59.000Z",
    waiting_since: null,
    completed_at: null,
    agreed_price: 299_000,
    free_changes: 2,
    changes_done: 0,
    accepted_at: null,
    accepted_version: null,
    paid_at: null,
    consent_at: null,
    erased_at: null,
    news_channel: "email",
    songs: [],
    payment: null,
    received_amount: 0,
    excess_amount: 0,
    claim: null,
    download_url: null,
    events: [],
    review: null,
    unread_messages: 0,
    lyrics: [],
    ...fields,
  };
}

/** Returns a request that has just come, in its user's list. */
export function aUserRequest(fields: Partial<UserRequest> = {}): UserRequest {
  const { id, code, page_token, status, is_assigned, due_at, completed_at, agreed_price, accepted_at, paid_at } =
    aRequest();
  return {
    id,
    code,
    page_token,
    summary: "Bài hát tặng ba má nhân 30 năm ngày cưới",
    status,
    is_assigned,
    has_song: false,
    title: null,
    created_at,
    due_at,
    waiting_since: null,
    completed_at,
    agreed_price,
    accepted_at,
    paid_at,
    unread_messages: 0,
    ...fields,
  };
}

/** Returns a new request that nobody works on. */
export function aSongRequest(fields: Partial<SongRequest> = {}): SongRequest {
  return {
    id: 12,
    code: "HR2345678K",
    page_token: "AbCdEfGhIjKlMnOpQrStUv",
    customer_name: "Nguyễn Thị Lan",
    user_id: null,
    customer_email: "lan@example.com",
    customer_phone: null,
    budget: null,
    request_content: "Một bài hát mừng sinh nhật mẹ",
    occasion: null,
    recipient: null,
    mood: null,
    voice: null,
    genre: null,
    tempo: null,
    words_wanted: null,
    words_unwanted: null,
    name_pronunciation: null,
    reference_file_url: null,
    reference_file_name: null,
    result_audio_url: null,
    admin_notes: null,
    staff_notes: null,
    status: "new",
    staff_id: null,
    staff_name: null,
    due_at: "2999-05-06T10:00:00.000Z",
    waiting_since: null,
    agreed_price: 299_000,
    free_changes: 2,
    changes_done: 0,
    accepted_at: null,
    paid_at: null,
    consent_at: null,
    song_id: null,
    created_at,
    updated_at: created_at,
    completed_at: null,
    erased_at: null,
    unread_messages: 0,
    lyrics_state: null,
    ...fields,
  };
}

/** Returns a request with its songs and events. */
export function aRequestDetail(fields: Partial<SongRequestDetail> = {}): SongRequestDetail {
  return { ...aSongRequest(fields), songs: [], events: [aRequestEvent()], lyrics: [], is_untouched: false, ...fields };
}

export function aSongVersion(fields: Partial<SongVersion> = {}): SongVersion {
  const { number = 1 } = fields;
  return {
    id: number,
    number,
    stream_url: `/uploads/audio/ban-${number}.mp3?expires=1&signature=x`,
    cover_url: null,
    cover_id: 1,
    duration: 65,
    waveform: null,
    created_at,
    delivered_at: null,
    title: null,
    dedication: null,
    lyrics: null,
    lines: null,
    note: null,
    ...fields,
  };
}

/** Returns lyrics that wait for the customer. */
export function someLyrics(fields: Partial<RequestLyrics> = {}): RequestLyrics {
  const { number = 1 } = fields;
  return {
    id: 40 + number,
    number,
    text: "Mẹ ngồi bên hiên vắng\nĐong đưa võng trưa hè\n\nCon đi xa lâu quá\nNhớ tiếng mẹ ầu ơ",
    note: null,
    state: "waiting",
    sent_at: created_at,
    sent_by: "Minh Anh",
    answered_at: null,
    answer: null,
    notes: [],
    ...fields,
  };
}

export function aRequestEvent(fields: Partial<RequestEvent> = {}): RequestEvent {
  return {
    id: 1,
    kind: "received",
    actor: "customer",
    actor_name: null,
    text: null,
    second: null,
    version: null,
    amount: null,
    created_at,
    ...fields,
  };
}

export function aStaffMember(fields: Partial<StaffMember> = {}): StaffMember {
  return {
    id: 3,
    username: "minh_anh",
    email: "minh-anh@example.com",
    full_name: "Minh Anh",
    phone: null,
    notes: null,
    is_active: true,
    is_supervisor: false,
    open_requests: 0,
    late_requests: 0,
    has_second_factor: false,
    last_login_at: null,
    created_at,
    ...fields,
  };
}

/** Returns a message of a member, which the customer has not read. */
export function aMessage(fields: Partial<RequestMessage> = {}): RequestMessage {
  return {
    id: 2,
    author: "staff",
    author_name: "An",
    text: "Mẹ bạn quê ở đâu ạ?",
    file: null,
    created_at: "2026-05-01T09:00:00.000Z",
    read_at: null,
    ...fields,
  };
}

/** Returns a talk of a customer's message that was read, and an answer that was not. */
export function aTalk(fields: Partial<RequestTalk> = {}): RequestTalk {
  const first = aMessage({ id: 1, author: "customer", author_name: null, text: "Chào bạn", read_at: created_at });
  return { messages: [first, aMessage()], has_earlier: false, unread: 1, can_write: true, ...fields };
}
