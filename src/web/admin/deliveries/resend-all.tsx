import { useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide";
import { useRef, useState } from "react";
import { isoDay } from "../../lib/dates.ts";
import { Banner } from "../../resource/controls/banner.tsx";
import { Modal } from "../../resource/controls/modal.tsx";
import { useToast } from "../../resource/controls/toast.tsx";
import { errorMessage, refresh, useRead, useSend } from "../../resource/data/queries.ts";
import type { ListQuery } from "../../resource/resource.ts";
import { Icon } from "../../ui/icon.tsx";
import { deliveryRefreshes, loadErrors, resendErrors } from "./delivery-calls.ts";

const states = ["kept", "failed"] as const;
const dayMs = 24 * 60 * 60_000;

/** Sends all kept and failed messages of the filter anew; asks first whether those of earlier days are meant. */
export function ResendAll({ filter }: { filter: ListQuery }) {
  const [isOpen, setIsOpen] = useState(false);
  const { state } = filter;
  const chosen = states.filter((each) => state === undefined || state === each);
  if (chosen.length === 0) return null;
  return (
    <>
      <button type="button" className="btn btn--line" onClick={() => setIsOpen(true)}>
        <Icon icon={Send} />
        Gửi lại tất cả
      </button>
      {isOpen && <Question filter={filter} states={chosen} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface QuestionProps {
  filter: ListQuery;
  states: readonly (typeof states)[number][];
  onClose: () => void;
}

function Question({ filter, states: chosen, onClose }: QuestionProps) {
  const client = useQueryClient();
  const toast = useToast();
  const send = useSend([]);
  const [done, setDone] = useState<number>();
  const isStoppedRef = useRef(false);
  const [yesterday] = useState(() => isoDay(Date.now() - dayMs));
  const all = useCount(filter, chosen);
  const old = useCount({ ...filter, to: earlier(filter.to, yesterday) }, chosen);
  const error = all.error ?? old.error;
  const isReady = all.total !== undefined && old.total !== undefined;
  const recent = (all.total ?? 0) - (old.total ?? 0);

  async function resend(query: ListQuery, total: number) {
    isStoppedRef.current = false;
    setDone(0);
    let [resent, refused] = [0, 0];
    try {
      for (const state of chosen) {
        let skip = 0;
        for (let isMore = true; isMore && resent + refused < total && !isStoppedRef.current; ) {
          const { data } = await send(
            "POST /api/admin/deliveries/resend",
            { query: { ...query, state, skip } as never },
            resendErrors,
          );
          resent += data.resent;
          refused += data.refused;
          skip += data.refused;
          isMore = data.resent + data.refused > 0;
          setDone(resent + refused);
        }
      }
      const left = refused > 0 ? `, ${refused} thông báo không gửi lại được` : "";
      toast(`${resent} thông báo đang chờ gửi lại${left}`);
      onClose();
    } catch (reason) {
      toast(errorMessage(reason), "danger");
      setDone(undefined);
    } finally {
      void refresh(client, deliveryRefreshes);
    }
  }

  const close = () => {
    isStoppedRef.current = true;
    if (done === undefined) onClose();
  };
  return (
    <Modal
      open
      title="Gửi lại tất cả"
      role="alertdialog"
      onClose={close}
      foot={
        <>
          <button type="button" className="btn btn--line" onClick={close}>
            {done === undefined ? "Hủy" : "Dừng"}
          </button>
          {done === undefined && isReady && (old.total ?? 0) > 0 && recent > 0 && (
            <button
              type="button"
              className="btn btn--line"
              onClick={() => void resend({ ...filter, from: later(filter.from, isoDay(Date.now())) }, recent)}
            >
              Chỉ gửi {recent} thông báo hôm nay
            </button>
          )}
          {done === undefined && isReady && (all.total ?? 0) > 0 && (
            <button type="button" className="btn btn--primary" onClick={() => void resend(filter, all.total ?? 0)}>
              Gửi lại cả {all.total} thông báo
            </button>
          )}
        </>
      }
    >
      <div className="confirm" aria-live="polite">
        {error ? (
          <Banner kind="danger">{errorMessage(error)}</Banner>
        ) : done !== undefined ? (
          <p>Đã chuyển {done} thông báo vào hàng chờ gửi…</p>
        ) : isReady ? (
          <p>
            {all.total === 0
              ? "Không có thông báo nào đã lưu hoặc bị lỗi trong danh sách này."
              : `Danh sách này có ${all.total} thông báo đã lưu hoặc bị lỗi. Chúng được gửi ngay, không đợi hết giờ yên lặng.`}{" "}
            {(old.total ?? 0) > 0 &&
              `Trong đó ${old.total} thông báo từ những ngày trước: có thể người nhận không cần nữa.`}
          </p>
        ) : (
          <p>Đang đếm…</p>
        )}
      </div>
    </Modal>
  );
}

/** The number of messages in some states; undefined while it is read. */
function useCount(filter: ListQuery, chosen: readonly string[]) {
  const countOf = (state: (typeof states)[number]) => ({ query: { ...filter, state, skip: 0, limit: 1 } as never });
  const reads = [
    useRead("GET /api/admin/deliveries", countOf("kept"), loadErrors),
    useRead("GET /api/admin/deliveries", countOf("failed"), loadErrors),
  ].filter((_, index) => chosen.includes(states[index] ?? ""));
  const isRead = reads.every((read) => read.data !== undefined);
  return {
    total: isRead ? reads.reduce((sum, read) => sum + (read.data?.total ?? 0), 0) : undefined,
    error: reads.find((read) => read.error)?.error,
  };
}

const earlier = (day: unknown, other: string) => (typeof day === "string" && day < other ? day : other);
const later = (day: unknown, other: string) => (typeof day === "string" && day > other ? day : other);
