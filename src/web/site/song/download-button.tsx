import { Download } from "lucide";
import { isApiError } from "#contract/errors.ts";
import { call } from "../../lib/api.ts";
import { saveUrl } from "../../lib/save-file.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { useAction } from "../../lib/use-action.ts";
import { Act } from "../../ui/more.tsx";
import { useToast } from "../../ui/toast.tsx";

const failedMessage = "Chưa tải được bài hát. Bạn thử lại nhé.";

interface DownloadButtonProps {
  songId: number;
  /** Called on a press without Premium. */
  onLocked: () => void;
}

/** A line of the song's menu that saves its file, for users with Premium. */
export function DownloadButton({ songId, onLocked }: DownloadButtonProps) {
  const { user, isAuthenticated, refresh } = useUserAuth();
  const showToast = useToast();
  const { isBusy, run } = useAction(failedMessage, async (message, error) => {
    // Premium or the session ended meanwhile.
    if (isApiError(error) && (error.status === 401 || error.status === 403)) await refresh();
    showToast(message, "danger");
  });
  const isLocked = !isAuthenticated || !user?.is_premium;

  const press = () =>
    run(async () => {
      const options = { params: { id: songId }, as: "user", fallback: failedMessage } as const;
      const { data } = await call("GET /api/songs/{id}/download", options);
      saveUrl(data.url);
    });

  return (
    <Act icon={Download} stays={!isLocked} disabled={isBusy} onPress={isLocked ? onLocked : () => void press()}>
      Tải về
    </Act>
  );
}
