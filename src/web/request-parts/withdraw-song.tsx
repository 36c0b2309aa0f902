import { Undo2 } from "lucide";
import { useState } from "react";
import { type SongRequestDetail, type SongVersion, Withdrawal } from "#contract/requests.ts";
import { useChange } from "../resource/data/queries.ts";
import { TextAreaField } from "../resource/form/fields.tsx";
import { ResourceForm } from "../resource/form/resource-form.tsx";
import { Icon } from "../ui/icon.tsx";

export interface WithdrawSongProps {
  endpoint:
    | "POST /api/song-requests/{id}/songs/{version_id}/withdraw"
    | "POST /api/staff/requests/{id}/songs/{version_id}/withdraw";
  request: Pick<SongRequestDetail, "id" | "status" | "accepted_at" | "song_id" | "songs">;
  song: SongVersion;
  /** Path prefixes of the GET endpoints to read again afterwards. */
  refreshes: readonly string[];
}

/** Takes a version back that was attached by mistake, with the reason. */
export function WithdrawSong({ endpoint, request, song, refreshes }: WithdrawSongProps) {
  const [isOpen, setIsOpen] = useState(false);
  const withdraw = useChange(endpoint, {
    refreshes,
    successMessage: `Đã gỡ bản ${song.number}`,
    fallback: "Không thể gỡ bản nhạc này, bạn thử lại nhé",
  });
  const isLast = request.songs.every(({ id, delivered_at }) => id === song.id || delivered_at === null);
  return (
    <>
      <button
        type="button"
        className="btn btn--line btn--sm"
        aria-label={`Gỡ bản ${song.number}`}
        onClick={() => setIsOpen(true)}
      >
        <Icon icon={Undo2} />
        Gỡ
      </button>
      {isOpen && (
        <ResourceForm
          title={`Gỡ bản ${song.number}`}
          schema={Withdrawal}
          values={{ reason: "" }}
          needs={{ reason: "lý do" }}
          action="Gỡ bản này"
          submit={(body) => withdraw.mutateAsync({ params: { id: request.id, version_id: song.id }, body })}
          onClose={() => setIsOpen(false)}
        >
          <p>
            {song.delivered_at === null
              ? "File này sẽ bị xóa."
              : "Khách không nghe được bản này nữa, và file sẽ bị xóa."}{" "}
            {request.status === "completed" &&
              isLast &&
              "Yêu cầu trở lại đang xử lý, vì khách không còn bản nào để nghe."}
          </p>
          <TextAreaField name="reason" label="Lý do" hint="Chỉ nhân viên và quản trị viên đọc được." required />
        </ResourceForm>
      )}
    </>
  );
}
