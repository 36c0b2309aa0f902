import { fileSize } from "../../lib/file-size.ts";
import { money } from "../../lib/format.ts";
import { Fact } from "../../ui/fact.tsx";
import { Modal } from "../../ui/modal.tsx";
import styles from "./confirm-dialog.module.css";
import { textsOf } from "./field-values.ts";
import { plainLabel, type Values } from "./fields.ts";

interface ConfirmDialogProps {
  /** Undefined closes the dialog. */
  values: Values | undefined;
  file: File | undefined;
  /** Name of a file that must be chosen again. */
  lostName: string | undefined;
  onCancel(): void;
  onConfirm(): void;
}

/** Shows what will be sent, and sends it only after a second word. */
export function ConfirmDialog({ values, file, lostName, onCancel, onConfirm }: ConfirmDialogProps) {
  return (
    <Modal
      open={values !== undefined}
      title="Xác nhận gửi yêu cầu"
      width={34}
      onClose={onCancel}
      foot={
        <>
          <button type="button" className="btn" onClick={onCancel}>
            Quay lại sửa
          </button>
          <button type="button" className="btn btn--primary" onClick={onConfirm}>
            Xác nhận gửi
          </button>
        </>
      }
    >
      <p className="muted">Bạn xem lại một lần nhé. Đây là tất cả những gì được gửi đi.</p>
      <dl className={styles.summary}>
        {values &&
          Object.entries(textsOf(values)).map(([name, text]) => (
            <Fact key={name} label={plainLabel(name)}>
              {name === "budget" ? money(Number(text), "VND") : text}
            </Fact>
          ))}
        <Fact label="File tham khảo">
          {file
            ? `${file.name} (${fileSize(file.size)})`
            : lostName === undefined
              ? "Không có"
              : `Không có: ${lostName} cần được chọn lại`}
        </Fact>
      </dl>
    </Modal>
  );
}
