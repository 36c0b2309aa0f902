import { ExternalLink, Eye, LibraryBig } from "lucide";
import { useState } from "react";
import type { SongRequest, SongRequestDetail } from "#contract/requests.ts";
import type { StaffMember } from "#contract/staff.ts";
import { shortDate, shortDateTime } from "../../lib/dates.ts";
import { money } from "../../lib/format.ts";
import { BriefFacts } from "../../request-parts/brief.tsx";
import { ChangesBadge } from "../../request-parts/changes-badge.tsx";
import { useConfirmCompletion } from "../../request-parts/completion.ts";
import { DeliverSong } from "../../request-parts/deliver-song.tsx";
import { DueDate } from "../../request-parts/due-date.tsx";
import { LatestWish } from "../../request-parts/latest-wish.tsx";
import { nextStep, type RequestStep } from "../../request-parts/next-step.ts";
import { ReferenceFile } from "../../request-parts/reference-file.tsx";
import { Part, RequestBody, Wish } from "../../request-parts/request-body.tsx";
import { RequestLyricsWork, SendLyrics } from "../../request-parts/request-lyrics.tsx";
import requestPartsStyles from "../../request-parts/request-parts.module.css";
import { isOpen, RequestStates, requestLooks } from "../../request-parts/request-status.tsx";
import { AttachSong, SongVersions } from "../../request-parts/song-versions.tsx";
import { Talk } from "../../request-parts/talk.tsx";
import { Timeline } from "../../request-parts/timeline.tsx";
import { Banner, ErrorBanner } from "../../resource/controls/banner.tsx";
import { CopyButton } from "../../resource/controls/copy-button.tsx";
import { errorMessage, useChange, useRead } from "../../resource/data/queries.ts";
import { SelectField, SwitchField, TextAreaField } from "../../resource/form/fields.tsx";
import { NumberField } from "../../resource/form/number-field.tsx";
import { ResourceForm } from "../../resource/form/resource-form.tsx";
import { hasChanges } from "../../resource/form/use-resource-form.ts";
import { Fact } from "../../ui/fact.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { AccountLink } from "../users/account-link.tsx";
import { LibraryForm } from "./library-form.tsx";
import { memberErrors, requestName, requestRefreshes, unreachable } from "./request-calls.ts";
import styles from "./request-dialog.module.css";
import { RequestForm, requestValues } from "./request-form.ts";

interface RequestPanelProps {
  request: SongRequest;
  onClose: () => void;
}

/** All of a request, and the form of what the administrator decides. */
export function RequestPanel({ request: listed, onClose }: RequestPanelProps) {
  const [isPublishing, setIsPublishing] = useState(false);
  const { id } = listed;
  const read = useRead(
    "GET /api/song-requests/{id}",
    { params: { id } },
    { fallback: "Không thể tải yêu cầu", unreachable },
  );
  const detail = read.data?.data.id === id ? read.data.data : undefined;
  const request = detail ?? listed;
  const confirmCompletion = useConfirmCompletion();
  const save = useChange("PUT /api/song-requests/{id}", {
    refreshes: requestRefreshes,
    successMessage: "Đã lưu yêu cầu",
    fallback: "Không thể cập nhật yêu cầu",
    unreachable,
  });
  const members = useRead("GET /api/admin/staff", {}, memberErrors);
  const isKept = request.erased_at === null;
  const rights = {
    mayClaim: false,
    mayAssign: members.data?.data.some(({ is_active }) => is_active) ?? false,
    mayWork: isKept,
    mayDecide: true,
  };
  return (
    <>
      <ResourceForm
        name={String(id)}
        title={requestName(request)}
        isPanel
        isReadOnly={!isKept}
        schema={RequestForm}
        values={requestValues(request)}
        version={request.version}
        valuesOf={(record) => requestValues(record as SongRequest)}
        submit={async (_, body) => {
          if (!(await confirmCompletion(request, body.status))) return false;
          if (hasChanges(body)) await save.mutateAsync({ params: { id }, body });
        }}
        onClose={onClose}
      >
        <RequestBody
          request={request}
          step={detail && nextStep(detail, rights)}
          renderSteps={(main) => detail && isKept && <Steps request={detail} main={main} />}
          song={
            <Music
              request={request}
              detail={detail}
              isLoading={read.isPending}
              onPublish={() => setIsPublishing(true)}
            />
          }
          talk={<Talk request={request} refreshes={requestRefreshes} maySaveForAll />}
          info={
            <>
              <div className={styles.side}>
                {isKept ? <Decisions request={request} members={members} /> : <Books request={request} />}
              </div>
              <Customer request={request} />
              {request.staff_notes !== null && (
                <Part title="Ghi chú của nhân viên">
                  <p className={requestPartsStyles.text}>{request.staff_notes}</p>
                </Part>
              )}
              <Part title="Diễn biến">
                {detail ? (
                  <Timeline events={detail.events} />
                ) : (
                  read.isPending && <Skeleton className={styles.skeleton} />
                )}
              </Part>
            </>
          }
        >
          {read.error && <ErrorBanner error={read.error} busy={read.isFetching} onRetry={() => void read.refetch()} />}
          {!isKept && (
            <Banner kind="info">
              <p>
                Yêu cầu này đã quá thời hạn lưu giữ: thông tin khách, nội dung và các file được xóa lúc{" "}
                {shortDateTime(request.erased_at ?? "")}. Không sửa được nữa.
              </p>
            </Banner>
          )}
          <States request={request} />
          {detail && <LatestWish request={detail} />}
          {isKept && (
            <Part title="Nội dung yêu cầu">
              <Wish key={id} text={request.request_content} />
              <BriefFacts brief={request} />
              <ReferenceFile request={request} />
            </Part>
          )}
        </RequestBody>
      </ResourceForm>
      {isPublishing && <LibraryForm id={id} onClose={() => setIsPublishing(false)} />}
    </>
  );
}

/** The steps that the back office makes itself. */
function Steps({ request, main }: { request: SongRequestDetail; main: RequestStep | undefined }) {
  return (
    <>
      <SendLyrics
        request={request}
        endpoint={lyricsEndpoints.send}
        refreshes={requestRefreshes}
        isMain={main === "lyrics"}
      />
      {request.status !== "cancelled" && (
        <DeliverSong
          endpoint="POST /api/song-requests/{id}/delivery"
          request={request}
          refreshes={requestRefreshes}
          isMain={main === "deliver"}
        />
      )}
    </>
  );
}

function States({ request }: { request: SongRequest }) {
  return (
    <div className={styles.states}>
      <RequestStates request={request} isWhole />
      <ChangesBadge request={request} />
      {isOpen(request) && <DueDate request={request} />}
    </div>
  );
}

/** The customer, the words that they pay by, and the page that they see. */
function Customer({ request }: { request: SongRequest }) {
  const page = `/requests/${request.page_token}`;
  return (
    <Part title="Khách hàng">
      <dl className="dl">
        <Fact label="Họ tên">{request.customer_name}</Fact>
        {request.customer_email !== "" && (
          <Fact label="Email">
            <a href={`mailto:${request.customer_email}`}>{request.customer_email}</a>
          </Fact>
        )}
        {request.user_id !== null && (
          <Fact label="Tài khoản">
            <AccountLink id={request.user_id} />
          </Fact>
        )}
        {request.customer_phone !== null && (
          <Fact label="Điện thoại">
            <a className="num" href={`tel:${request.customer_phone.replace(/[^\d+]/g, "")}`}>
              {request.customer_phone}
            </a>
          </Fact>
        )}
        <Fact label="Ngân sách">
          {request.budget === null ? <span className="muted">Không có</span> : money(request.budget, "VND")}
        </Fact>
        <Fact label="Gửi lúc">{shortDateTime(request.created_at)}</Fact>
        <Fact label="Nội dung chuyển khoản">
          <span className={styles.copied}>
            {request.code}
            <CopyButton what="mã yêu cầu" text={request.code} />
          </span>
        </Fact>
        <Fact label="Tiền đã về">
          <Link to={`/admin/payments?state=all&request=${request.id}`}>Giao dịch</Link>
        </Fact>
        {hasReceipt(request) && (
          <Fact label="Biên nhận">
            <a href={`/api/requests/${request.page_token}/receipt.pdf`} download>
              Tải biên nhận
            </a>
          </Fact>
        )}
        {(request.erased_at === null || request.song_id !== null) && (
          <Fact label="Trang của khách">
            <span className={styles.copied}>
              <a href={page} target="_blank" rel="noopener">
                Mở trang
                <Icon icon={ExternalLink} />
              </a>
              <CopyButton what="liên kết trang của khách" text={new URL(page, window.location.origin).href} />
            </span>
          </Fact>
        )}
      </dl>
    </Part>
  );
}

/** Whether a request has a receipt that its address gives: it is paid and not erased. */
function hasReceipt({ paid_at, agreed_price, erased_at }: SongRequest): boolean {
  return paid_at !== null && agreed_price > 0 && erased_at === null;
}

interface MusicProps {
  request: SongRequest;
  detail: SongRequestDetail | undefined;
  isLoading: boolean;
  onPublish: () => void;
}

const lyricsEndpoints = {
  send: "POST /api/song-requests/{id}/lyrics",
  withdraw: "POST /api/song-requests/{id}/lyrics/{lyrics_id}/withdraw",
} as const;

/** The lyrics and songs that were made of the request. */
function Music({ request, detail, isLoading, onPublish }: MusicProps) {
  return (
    <>
      {detail && request.erased_at === null && (isOpen(request) || detail.lyrics.length > 0) && (
        <Part title="Lời bài hát">
          <RequestLyricsWork request={detail} endpoints={lyricsEndpoints} refreshes={requestRefreshes} />
        </Part>
      )}
      {request.erased_at === null && (
        <Part title="Bản nhạc">
          {detail ? (
            <SongVersions
              request={detail}
              refreshes={requestRefreshes}
              correct="POST /api/song-requests/{id}/songs/{version_id}/words"
              withdraw="POST /api/song-requests/{id}/songs/{version_id}/withdraw"
            />
          ) : (
            isLoading && <Skeleton className={styles.skeleton} />
          )}
          <AttachSong endpoint="POST /api/song-requests/{id}/song" request={request} refreshes={requestRefreshes} />
        </Part>
      )}
      {(request.erased_at === null || request.song_id !== null) && (
        <Part title="Thư viện">
          <Publishing request={request} onPublish={onPublish} />
        </Part>
      )}
    </>
  );
}

/** Whether the song may go to the library, and the way there. */
function Publishing({ request, onPublish }: { request: SongRequest; onPublish: () => void }) {
  const { consent_at, accepted_at, song_id } = request;
  const consent = consent_at === null ? "Khách chưa cho phép đưa bài hát vào thư viện." : undefined;
  const acceptance = accepted_at === null ? "Khách chưa đồng ý với bản nhạc nào." : undefined;
  if (song_id !== null && consent_at === null) {
    return <p>Khách đã thôi cho phép, nên bài hát trong thư viện đang bị ẩn.</p>;
  }
  if (song_id !== null) return <PublishedSong id={song_id} />;
  return (
    <div className={styles.publish}>
      <p>
        {consent ?? `Khách cho phép đưa bài hát vào thư viện, ngày ${shortDate(consent_at ?? "")}.`} {acceptance}
      </p>
      {!consent && !acceptance && (
        <button type="button" className="btn btn--line btn--sm" onClick={onPublish}>
          <Icon icon={LibraryBig} />
          Đưa vào thư viện
        </button>
      )}
    </div>
  );
}

/** The song of the library that was made of the request: the way to it, or for a hidden one the way to show it. */
function PublishedSong({ id }: { id: number }) {
  const song = useRead("GET /api/songs/{id}", { params: { id } }, { fallback: "Không thể tải bài hát", unreachable });
  const show = useChange("PUT /api/songs/{id}", {
    refreshes: [...requestRefreshes, "/api/categories"],
    successMessage: "Đã hiện lại bài hát trong thư viện",
    fallback: "Không thể hiện lại bài hát",
    unreachable,
  });
  if (song.error) return <ErrorBanner error={song.error} busy={song.isFetching} onRetry={() => void song.refetch()} />;
  if (song.data?.data.id !== id) return <Skeleton className={styles.skeleton} />;
  if (song.data.data.is_active) {
    return (
      <p>
        Bài hát đã ở trong thư viện. <Link to={`/songs/${id}`}>Xem bài hát</Link>
      </p>
    );
  }
  return (
    <div className={styles.publish}>
      <p>Khách cho phép đưa bài hát vào thư viện, nhưng bài hát đang bị ẩn.</p>
      {show.error && <Banner kind="danger">{errorMessage(show.error)}</Banner>}
      <button
        type="button"
        className="btn btn--line btn--sm"
        disabled={show.isPending}
        onClick={() => show.mutate({ params: { id }, body: { is_active: true } })}
      >
        <Icon icon={Eye} />
        Hiện lại trong thư viện
      </button>
    </div>
  );
}

interface DecisionsProps {
  request: SongRequest;
  members: ReturnType<typeof useRead<"GET /api/admin/staff">>;
}

/** The fields that the administrator sets. */
function Decisions({ request, members }: DecisionsProps) {
  return (
    <>
      <SelectField name="status" label="Trạng thái" options={requestLooks.options} />
      {members.error && (
        <ErrorBanner error={members.error} busy={members.isFetching} onRetry={() => void members.refetch()} />
      )}
      <SelectField
        name="staff_id"
        label="Người phụ trách"
        options={[
          { value: "", label: "Chưa giao cho ai" },
          ...holder(request, members.data?.data),
          ...(members.data?.data ?? [])
            .filter(({ is_active, id }) => is_active || id === request.staff_id)
            .map((member) => ({ value: String(member.id), label: memberLabel(member) })),
        ]}
      />
      <NumberField name="agreed_price" label="Giá thỏa thuận" min={0} step={1000} suffix="VND" />
      <NumberField name="free_changes" label="Số lần sửa miễn phí" min={0} max={20} suffix="lần" />
      <SwitchField name="is_paid" label="Đã thanh toán" />
      <TextAreaField
        name="admin_notes"
        label="Ghi chú quản trị"
        rows={5}
        hint="Nhân viên đọc được, khách không thấy."
      />
    </>
  );
}

/** Shows the part of an erased request that is kept for the books. */
function Books({ request: { agreed_price, staff_name, paid_at } }: { request: SongRequest }) {
  return (
    <dl className="dl">
      <Fact label="Giá thỏa thuận">{money(agreed_price, "VND")}</Fact>
      <Fact label="Thanh toán">{paid_at === null ? "Chưa" : shortDateTime(paid_at)}</Fact>
      <Fact label="Người phụ trách">{staff_name ?? <span className="muted">Không có</span>}</Fact>
    </dl>
  );
}

/** The member who works on the request, while the list of members does not name them. */
function holder({ staff_id, staff_name }: SongRequest, members: readonly StaffMember[] | undefined) {
  if (staff_id === null || members?.some(({ id }) => id === staff_id)) return [];
  return [{ value: String(staff_id), label: staff_name ?? `Nhân viên số ${staff_id}` }];
}

/** `Minh Anh (3 việc, 1 trễ)` */
function memberLabel({ full_name, open_requests, late_requests }: StaffMember): string {
  return `${full_name} (${open_requests} việc${late_requests > 0 ? `, ${late_requests} trễ` : ""})`;
}
