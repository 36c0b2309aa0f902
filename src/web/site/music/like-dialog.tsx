import { Link } from "../../ui/link.tsx";
import { Modal } from "../../ui/modal.tsx";
import { routes } from "../routes.ts";

interface LikeDialogProps {
  title: string;
  /** State of the links, which leads back. */
  state: object;
  replaces: boolean | undefined;
  onClose(): void;
}

/** Asks a visitor who likes a song to log in, while the music goes on. */
export function LikeDialog({ title, state, replaces, onClose }: LikeDialogProps) {
  return (
    <Modal
      open
      onClose={onClose}
      title="Đăng nhập để giữ bài này"
      width={27}
      foot={
        <>
          <Link className="btn btn--line" to={routes.register.path} state={state} replace={replaces}>
            Đăng ký
          </Link>
          <Link className="btn btn--primary" to={routes.login.path} state={state} replace={replaces}>
            Đăng nhập
          </Link>
        </>
      }
    >
      <p>Bài bạn thích được giữ trong tài khoản của bạn. Đăng nhập xong là “{title}” được thích ngay.</p>
    </Modal>
  );
}
