import type { RequestStatus, SongRequest } from "#contract/requests.ts";
import { useConfirm } from "../resource/controls/confirm.tsx";

/** Returns a function that asks before a request without a song is completed; false when it should not be. */
export function useConfirmCompletion() {
  const confirm = useConfirm();
  return async (
    { status, result_audio_url }: Pick<SongRequest, "status" | "result_audio_url">,
    wanted: RequestStatus | undefined,
  ): Promise<boolean> => {
    if (wanted !== "completed" || status === "completed" || result_audio_url !== null) return true;
    return confirm({
      title: "Chưa có bản nhạc nào",
      text: "Khách sẽ thấy yêu cầu đã hoàn thành mà không có gì để nghe. Vẫn hoàn thành?",
      action: "Vẫn hoàn thành",
    });
  };
}
