/** The menu of replies that are kept ready, and the dialog in which they are kept. */
import { MessageSquareText, Pencil, Plus, Trash2 } from "lucide";
import { useState } from "react";
import { filledReply, type ReplyField, replyFields } from "#contract/message-rules.ts";
import { type SavedReply, SavedReplyBody } from "#contract/request-messages.ts";
import { Banner, ErrorBanner } from "../resource/controls/banner.tsx";
import { useConfirm } from "../resource/controls/confirm.tsx";
import { IconButton } from "../resource/controls/icon-button.tsx";
import { Menu } from "../resource/controls/menu.tsx";
import { Modal } from "../resource/controls/modal.tsx";
import { useAreaToast } from "../resource/controls/toast.tsx";
import { errorMessage, useRead, useSend } from "../resource/data/queries.ts";
import { SwitchField, TextAreaField, TextField } from "../resource/form/fields.tsx";
import { ResourceForm } from "../resource/form/resource-form.tsx";
import { useInsert } from "../talk/composer.tsx";
import { Icon } from "../ui/icon.tsx";
import { Skeleton } from "../ui/states.tsx";
import styles from "./saved-replies.module.css";

const refreshes = ["/api/account/saved-replies"];
const failed = { fallback: "Không lưu được câu trả lời, bạn thử lại nhé" };
const useReplies = () =>
  useRead("GET /api/account/saved-replies", {}, { fallback: "Không tải được câu trả lời soạn sẵn" });

interface SavedRepliesProps {
  /** The values of the fields of a reply. */
  values: Readonly<Record<ReplyField, string>>;
  maySaveForAll: boolean;
}

/** A reply goes into the composer around it, with its fields filled in. */
export function SavedReplies({ values, maySaveForAll }: SavedRepliesProps) {
  const insert = useInsert();
  const [isOpen, setOpen] = useState(false);
  const replies = useReplies().data?.data ?? [];
  return (
    <>
      <Menu
        label="Câu trả lời soạn sẵn"
        items={[
          ...replies.map(({ id, title, text, is_shared }) => ({
            label: title,
            id: String(id),
            group: is_shared ? "Của mọi người" : "Của tôi",
            onSelect: () => insert(filledReply(text, values)),
          })),
          {
            label: replies.length === 0 ? "Soạn câu trả lời đầu tiên" : "Sửa, thêm câu trả lời",
            group: "Soạn sẵn",
            icon: Pencil,
            onSelect: () => setOpen(true),
          },
        ]}
      >
        <Icon icon={MessageSquareText} />
        Câu trả lời soạn sẵn
      </Menu>
      {isOpen && <RepliesDialog maySaveForAll={maySaveForAll} onClose={() => setOpen(false)} />}
    </>
  );
}

interface RepliesDialogProps {
  maySaveForAll: boolean;
  onClose: () => void;
}

function RepliesDialog({ maySaveForAll, onClose }: RepliesDialogProps) {
  const read = useReplies();
  const send = useSend(refreshes);
  const confirm = useConfirm();
  const toast = useAreaToast();
  const [edited, setEdited] = useState<SavedReply | "new">();
  const replies = read.data?.data;
  async function remove({ id, title }: SavedReply) {
    const isSure = await confirm({
      title: "Xóa câu trả lời soạn sẵn",
      text: <p>Xóa “{title}”? Những tin đã gửi vẫn còn nguyên.</p>,
      action: "Xóa",
      danger: true,
    });
    if (!isSure) return;
    try {
      await send("DELETE /api/account/saved-replies/{id}", { params: { id } }, failed);
      toast(`Đã xóa “${title}”`);
    } catch (error) {
      toast(errorMessage(error), "danger");
    }
  }
  return (
    <Modal
      open
      title="Câu trả lời soạn sẵn"
      width={50}
      onClose={onClose}
      foot={
        <button type="button" className="btn btn--primary" onClick={() => setEdited("new")}>
          <Icon icon={Plus} />
          Thêm câu trả lời
        </button>
      }
    >
      {read.error && <ErrorBanner error={read.error} busy={read.isFetching} onRetry={() => void read.refetch()} />}
      {!replies && !read.error && <Skeleton style={{ height: "8rem" }} />}
      {replies?.length === 0 && <p>Chưa có câu trả lời nào. Câu hay dùng, bạn soạn một lần rồi chèn vào tin nhắn.</p>}
      {replies && replies.length > 0 && (
        <ul className={styles.replies}>
          {replies.map((reply) => (
            <li key={reply.id}>
              <div className={styles.words}>
                <p>
                  <b>{reply.title}</b>
                  {reply.is_shared && <span className="badge">Của mọi người</span>}
                </p>
                <p className={styles.text}>{reply.text}</p>
              </div>
              {reply.can_change && (
                <div className={styles.buttons}>
                  <IconButton icon={Pencil} label={`Sửa: ${reply.title}`} onPress={() => setEdited(reply)} />
                  <IconButton icon={Trash2} label={`Xóa: ${reply.title}`} onPress={() => void remove(reply)} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {edited && (
        <ReplyForm
          key={edited === "new" ? "new" : edited.id}
          reply={edited === "new" ? undefined : edited}
          maySaveForAll={maySaveForAll}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Modal>
  );
}

interface ReplyFormProps extends RepliesDialogProps {
  /** None for a new one. */
  reply: SavedReply | undefined;
}

function ReplyForm({ reply, maySaveForAll, onClose }: ReplyFormProps) {
  const send = useSend(refreshes);
  const fields = Object.entries(replyFields).map(([field, meaning]) => `{${field}} là ${meaning}`);
  return (
    <ResourceForm
      title={reply ? "Sửa câu trả lời" : "Thêm câu trả lời"}
      schema={SavedReplyBody}
      values={{ title: reply?.title ?? "", text: reply?.text ?? "", is_shared: reply?.is_shared ?? false }}
      needs={{ title: "tên để tìm", text: "câu trả lời" }}
      width={34}
      submit={async ({ is_shared, ...body }) => {
        if (reply) await send("PUT /api/account/saved-replies/{id}", { params: { id: reply.id }, body }, failed);
        else await send("POST /api/account/saved-replies", { body: { ...body, is_shared } }, failed);
      }}
      onClose={onClose}
    >
      <TextField name="title" label="Tên để tìm" required />
      <TextAreaField name="text" label="Câu trả lời" rows={6} hint={`Điền sẵn khi chèn: ${fields.join(", ")}.`} />
      {reply?.is_shared && <Banner kind="info">Mọi người ở bàn làm việc đều dùng câu này.</Banner>}
      {!reply && maySaveForAll && <SwitchField name="is_shared" label="Cho mọi người dùng" />}
    </ResourceForm>
  );
}
