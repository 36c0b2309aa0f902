import { useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide";
import { useState } from "react";
import { isoDay } from "../../lib/dates.ts";
import { choiceOf } from "../../resource/bulk/bulk-question.tsx";
import { Banner } from "../../resource/controls/banner.tsx";
import { Modal } from "../../resource/controls/modal.tsx";
import { useAreaToast } from "../../resource/controls/toast.tsx";
import { errorMessage, refresh, useRead, useSend } from "../../resource/data/queries.ts";
import type { ListQuery } from "../../resource/resource.ts";
import { Icon } from "../../ui/icon.tsx";
import { resendAction } from "./delivery-bulk.ts";
import { loadErrors, resendErrors } from "./delivery-calls.ts";

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
        <span className="btn__text">Gửi lại tất cả</span>
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
  const toast = useAreaToast();
  const send = useSend([]);
  const [isBusy, setIsBusy] = useState(false);
  const [yesterday] = useState(() => isoDay(Date.now() - dayMs));
  const all = useCount(filter, chosen);
  const old = useCount({ ...filter, to: earlier(filter.to, yesterday) }, chosen);
  const error = all.error ?? old.error;
  const isReady = all.total !== undefined && old.total !== undefined;
  const recent = (all.total ?? 0) - (old.total ?? 0);

  async function resend(query: ListQuery) {
    setIsBusy(true);
    try {
      await send(
        "POST /api/admin/bulk",
        { body: { kind: resendAction.kind, ...choiceOf({ filter: query }) } },
        resendErrors,
      );
      void refresh(client, ["/api/admin/bulk"]);
      onClose();
    } catch (reason) {
      toast(errorMessage(reason), "danger");
      setIsBusy(false);
    }
  }

  return (
    <Modal
      open
      title="Gửi lại tất cả"
      role="alertdialog"
      onClose={onClose}
      foot={
        <>
          <button type="button" className="btn btn--line" onClick={onClose}>
            Hủy
          </button>
          {isReady && (old.total ?? 0) > 0 && recent > 0 && (
            <button
              type="button"
              className="btn btn--line"
              disabled={isBusy}
              onClick={() => void resend({ ...filter, from: later(filter.from, isoDay(Date.now())) })}
            >
              Chỉ gửi {recent} thông báo hôm nay
            </button>
          )}
          {isReady && (all.total ?? 0) > 0 && (
            <button type="button" className="btn btn--primary" disabled={isBusy} onClick={() => void resend(filter)}>
              Gửi lại cả {all.total} thông báo
            </button>
          )}
        </>
      }
    >
      <div className="confirm" aria-live="polite">
        {error ? (
          <Banner kind="danger">{errorMessage(error)}</Banner>
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
