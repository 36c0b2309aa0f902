/** The details of a request of the desk. */

import { useLocation } from "react-router";
import type { StaffRequestDetail } from "#contract/requests.ts";
import type { StaffInfo } from "#contract/staff.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { dong } from "../../lib/format.ts";
import { BriefFacts } from "../../request-parts/brief.tsx";
import { ChangesBadge } from "../../request-parts/changes-badge.tsx";
import { DeliverSong } from "../../request-parts/deliver-song.tsx";
import { DueDate } from "../../request-parts/due-date.tsx";
import { LatestWish } from "../../request-parts/latest-wish.tsx";
import { nextStep, type RequestStep } from "../../request-parts/next-step.ts";
import { ReferenceFile } from "../../request-parts/reference-file.tsx";
import { Part, RequestBody, Wish } from "../../request-parts/request-body.tsx";
import { RequestLyricsWork, SendLyrics } from "../../request-parts/request-lyrics.tsx";
import requestPartsStyles from "../../request-parts/request-parts.module.css";
import { isOpen, RequestStates } from "../../request-parts/request-status.tsx";
import { AttachSong, SongVersions } from "../../request-parts/song-versions.tsx";
import { Talk } from "../../request-parts/talk.tsx";
import { Timeline } from "../../request-parts/timeline.tsx";
import { Banner, ErrorBanner } from "../../resource/controls/banner.tsx";
import { CopyButton } from "../../resource/controls/copy-button.tsx";
import { Panel } from "../../resource/controls/panel.tsx";
import { useRead } from "../../resource/data/queries.ts";
import { hasDraft } from "../../resource/form/drafts.ts";
import { useLeaveGuardContext } from "../../resource/form/leave-guard.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { ClaimButton } from "./claim-button.tsx";
import deskStyles from "./desk.module.css";
import { canChange, deskRefreshes, isClaimable, loadErrors, requestName } from "./desk-calls.ts";
import { GiveBack } from "./give-back.tsx";
import { HandOver } from "./hand-over.tsx";
import { NextRequest } from "./next-request.tsx";
import styles from "./open-request.module.css";
import { WorkForm, workFormName } from "./work-form.tsx";

type Member = Pick<StaffInfo, "id" | "is_supervisor">;

interface RequestPanelProps {
  id: number;
  member: Member;
  onClose: () => void;
}

/** All of a request, and what its member does with it. */
export function RequestPanel({ id, member, onClose }: RequestPanelProps) {
  const guard = useLeaveGuardContext();
  const close = async () => {
    if (await guard.confirmLeaving()) onClose();
  };
  return (
    <Panel title={requestName({ id })} onClose={() => void close()}>
      <Loaded id={id} member={member} />
    </Panel>
  );
}

function Loaded({ id, member }: { id: number; member: Member }) {
  const read = useRead("GET /api/staff/requests/{id}", { params: { id } }, loadErrors);
  const request = read.data?.data;
  return (
    <>
      {read.error && <ErrorBanner error={read.error} busy={read.isFetching} onRetry={() => void read.refetch()} />}
      {request?.id === id ? (
        <RequestDetails request={request} member={member} />
      ) : (
        !read.error && <Skeleton className={deskStyles.skeleton} />
      )}
    </>
  );
}

function RequestDetails({ request, member }: { request: StaffRequestDetail; member: Member }) {
  const isKept = request.erased_at === null;
  const isOwn = isKept && canChange(member, request);
  const { pathname } = useLocation();
  const step = nextStep(request, {
    mayClaim: isKept && isClaimable(request),
    mayAssign: false,
    mayWork: isOwn,
    mayDecide: isOwn && member.is_supervisor,
  });
  return (
    <RequestBody
      request={request}
      step={step}
      hasDraft={isOwn && hasDraft(pathname, workFormName(request))}
      renderSteps={(main) => <Steps request={request} member={member} isOwn={isOwn} main={main} />}
      song={<Music request={request} isOwn={isOwn} />}
      talk={<Talk request={request} refreshes={deskRefreshes} maySaveForAll={member.is_supervisor} />}
      info={<Info request={request} member={member} isOwn={isOwn} />}
    >
      <div className="chips">
        <RequestStates request={request} isWhole />
        <ChangesBadge request={request} />
        {isOpen(request) && <DueDate request={request} />}
      </div>
      <LatestWish request={request} />
      {!isKept && (
        <Banner kind="info">
          <p>Yêu cầu này đã quá thời hạn lưu giữ: thông tin khách, nội dung và các file không còn nữa.</p>
        </Banner>
      )}
      {isKept && (
        <Part title="Nội dung">
          <Wish key={request.id} text={request.request_content} />
          <BriefFacts brief={request} />
          <ReferenceFile request={request} />
        </Part>
      )}
      {request.admin_notes !== null && (
        <Part title="Ghi chú của quản trị">
          <p className={requestPartsStyles.text}>{request.admin_notes}</p>
        </Part>
      )}
    </RequestBody>
  );
}

const lyricsEndpoints = {
  send: "POST /api/staff/requests/{id}/lyrics",
  withdraw: "POST /api/staff/requests/{id}/lyrics/{lyrics_id}/withdraw",
} as const;

interface WorkProps {
  request: StaffRequestDetail;
  member: Member;
  isOwn: boolean;
}

/** The steps that the member makes, the rare one in a menu. */
function Steps({ request, member, isOwn, main }: WorkProps & { main: RequestStep | undefined }) {
  return (
    <>
      {isClaimable(request) && <ClaimButton request={request} isMain={main === "claim"} />}
      {isOwn && (
        <SendLyrics
          request={request}
          endpoint={lyricsEndpoints.send}
          refreshes={deskRefreshes}
          isMain={main === "lyrics"}
        />
      )}
      {isOwn && request.status !== "cancelled" && (
        <DeliverSong
          endpoint="POST /api/staff/requests/{id}/delivery"
          request={request}
          refreshes={deskRefreshes}
          next={<NextRequest after={request} />}
          isMain={main === "deliver"}
        />
      )}
      {isOwn && !member.is_supervisor && request.is_untouched && <GiveBack request={request} />}
    </>
  );
}

/** The lyrics and the songs. */
function Music({ request, isOwn }: Omit<WorkProps, "member">) {
  return (
    <>
      {((isOwn && isOpen(request)) || request.lyrics.length > 0) && (
        <Part title="Lời bài hát">
          <RequestLyricsWork
            request={request}
            endpoints={isOwn ? lyricsEndpoints : undefined}
            refreshes={deskRefreshes}
          />
        </Part>
      )}
      <Part title="Bản nhạc">
        <SongVersions
          request={request}
          refreshes={deskRefreshes}
          correct={isOwn ? "POST /api/staff/requests/{id}/songs/{version_id}/words" : undefined}
          withdraw={isOwn ? "POST /api/staff/requests/{id}/songs/{version_id}/withdraw" : undefined}
        />
        {isOwn && (
          <AttachSong endpoint="POST /api/staff/requests/{id}/song" request={request} refreshes={deskRefreshes} />
        )}
      </Part>
    </>
  );
}

/** Status and notes, the customer, and what happened. */
function Info({ request, member, isOwn }: WorkProps) {
  return (
    <>
      {isOwn ? (
        <Part title="Công việc">
          <WorkForm request={request} isSupervisor={member.is_supervisor} />
        </Part>
      ) : (
        request.staff_notes !== null && (
          <Part title="Ghi chú của nhân viên">
            <p className={requestPartsStyles.text}>{request.staff_notes}</p>
          </Part>
        )
      )}
      {member.is_supervisor && request.erased_at === null && (
        <Part title="Giao việc">
          <HandOver request={request} />
        </Part>
      )}
      <Customer request={request} />
      <Part title="Diễn biến">
        <Timeline events={request.events} />
      </Part>
    </>
  );
}

function Customer({ request }: { request: StaffRequestDetail }) {
  const { staff_name, customer_name, customer_email, customer_phone, budget, code } = request;
  return (
    <Part title="Khách hàng">
      <dl className={`dl ${styles.facts}`}>
        <Fact label="Họ tên">{customer_name}</Fact>
        {customer_email !== "" && (
          <Fact label="Email">
            <a href={`mailto:${customer_email}`}>{customer_email}</a>
          </Fact>
        )}
        {customer_phone && (
          <Fact label="Điện thoại">
            <a href={`tel:${customer_phone.replace(/[^\d+]/g, "")}`}>{customer_phone}</a>
          </Fact>
        )}
        {budget !== null && <Fact label="Ngân sách">{dong(budget)}</Fact>}
        <Fact label="Giá thỏa thuận">{dong(request.agreed_price)}</Fact>
        <Fact label="Sửa miễn phí">{request.free_changes} lần</Fact>
        <Fact label="Mã chuyển khoản">
          <span className={styles.code}>
            {code}
            <CopyButton what="mã chuyển khoản" text={code} />
          </span>
        </Fact>
        <Fact label="Người phụ trách">{staff_name ?? "Chưa ai nhận"}</Fact>
        <Fact label="Gửi lúc">{shortDateTime(request.created_at)}</Fact>
      </dl>
    </Part>
  );
}
