import { Pencil } from "lucide";
import { useState } from "react";
import { DeliveryWords, type SongRequestDetail, type SongVersion } from "#contract/requests.ts";
import { useChange } from "../resource/data/queries.ts";
import { ResourceForm } from "../resource/form/resource-form.tsx";
import { Icon } from "../ui/icon.tsx";
import { WordFields } from "./word-fields.tsx";

export interface CorrectWordsProps {
  endpoint:
    | "POST /api/song-requests/{id}/songs/{version_id}/words"
    | "POST /api/staff/requests/{id}/songs/{version_id}/words";
  request: Pick<SongRequestDetail, "id">;
  song: SongVersion;
  /** Path prefixes of the GET endpoints to read again afterwards. */
  refreshes: readonly string[];
}

/** Corrects the words that a version was handed over with. */
export function CorrectWords({ endpoint, request, song, refreshes }: CorrectWordsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const correct = useChange(endpoint, {
    refreshes,
    successMessage: `Đã sửa bản ${song.number}`,
    fallback: "Không thể sửa bản nhạc này, bạn thử lại nhé",
  });
  const { title, dedication, lyrics, note } = song;
  return (
    <>
      <button
        type="button"
        className="btn btn--line btn--sm"
        aria-label={`Sửa tên và lời của bản ${song.number}`}
        onClick={() => setIsOpen(true)}
      >
        <Icon icon={Pencil} />
        Sửa tên và lời
      </button>
      {isOpen && (
        <ResourceForm
          name={`words-${song.id}`}
          title={`Sửa tên và lời của bản ${song.number}`}
          schema={DeliveryWords}
          values={{ title: title ?? "", dedication: dedication ?? "", lyrics: lyrics ?? "", note: note ?? "" }}
          needs={{ title: "tên bài hát" }}
          width={50}
          submit={(_, body) => correct.mutateAsync({ params: { id: request.id, version_id: song.id }, body })}
          onClose={() => setIsOpen(false)}
        >
          <p>
            {song.delivered_at === null
              ? "Khách chưa nghe được bản này."
              : "Khách thấy chữ mới ngay trên trang của mình và trang quà, không có thư báo."}
          </p>
          <WordFields
            lyricsHint={
              song.lines === null
                ? undefined
                : "Lời đang chạy theo bài: sửa chữ trong từng dòng thì thời gian giữ nguyên."
            }
          />
        </ResourceForm>
      )}
    </>
  );
}
