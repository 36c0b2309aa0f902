import { CopyPlus } from "lucide";
import { useLocation, useNavigate } from "react-router";
import { call } from "../../../lib/api.ts";
import { useUserAuth } from "../../../lib/session.tsx";
import { useAction } from "../../../lib/use-action.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { playlistPath, routes } from "../../routes.ts";
import { returnTo } from "../../sign-in/return-path.ts";

/** Keeps a copy of somebody's playlist, private at first; a visitor logs in before. */
export function SaveCopy({ token }: { token: string }) {
  const { isAuthenticated, isLoading } = useUserAuth();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const showToast = useToast();
  const { isBusy, run } = useAction("Chưa lưu được bản sao. Bạn thử lại nhé.", (message) =>
    showToast(message, "danger"),
  );
  const press = () =>
    run(async () => {
      if (!isAuthenticated && !isLoading) return navigate(routes.login.path, { state: returnTo(pathname) });
      const { data } = await call("POST /api/me/playlists", { as: "user", body: { copy_of: token } });
      await navigate(playlistPath(data.token));
      showToast("Đã lưu bản sao vào danh sách của bạn");
    });
  return (
    <button type="button" className="btn btn--line btn--sm" disabled={isBusy} onClick={() => void press()}>
      <Icon icon={CopyPlus} />
      Lưu bản sao
    </button>
  );
}
