import { useState } from "react";
import { areKeysOn, setKeysOn } from "../../../lib/keys.ts";
import { Modal } from "../../../ui/modal.tsx";
import styles from "./line-trainer.module.css";

const keys: readonly (readonly [names: readonly string[], what: string])[] = [
  [["Phím cách", "K"], "Nghe, dừng, hoặc đi tiếp"],
  [["←", "A"], "Câu trước"],
  [["→", "D"], "Câu sau"],
  [["R", "S"], "Nghe lại câu này"],
  [["L"], "Lặp câu này mãi, hoặc thôi lặp"],
  [["Q"], "Bật hoặc tắt tự dừng"],
  [["−", "+"], "Chậm hơn, nhanh hơn"],
  [["O"], "Hiện hoặc ẩn lời gốc"],
  [["T"], "Hiện hoặc ẩn bản dịch"],
  [["P"], "Hiện hoặc ẩn phiên âm"],
  [["M"], "Thu giọng bạn, hoặc dừng thu"],
  [["N"], "Nghe giọng bạn"],
  [["B"], "Nghe bản gốc rồi giọng bạn"],
  [["?"], "Bảng phím tắt này"],
];

export function KeySheet({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(areKeysOn);
  return (
    <Modal open title="Phím tắt" width={27} onClose={onClose}>
      <dl className={styles.keys}>
        {keys.map(([names, what]) => (
          <div key={what}>
            <dt>
              {names.map((name, index) => (
                <span key={name}>
                  {index > 0 && <span className="muted"> hoặc </span>}
                  <kbd className={styles.kbd}>{name}</kbd>
                </span>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target: { checked } }) => {
            setKeysOn(checked);
            setOn(checked);
          }}
        />
        Dùng phím chữ và dấu trên thiết bị này
      </label>
    </Modal>
  );
}
