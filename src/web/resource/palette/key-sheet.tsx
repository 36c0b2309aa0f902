/** The keys of a back office. */
import { CircleQuestionMark } from "lucide";
import { useState } from "react";
import { areKeysOn, setKeysOn } from "../../lib/keys.ts";
import { Icon } from "../../ui/icon.tsx";
import { useOpenScreens } from "../area/open-screens.ts";
import type { Screen } from "../area/screens.ts";
import { Modal } from "../controls/modal.tsx";
import { Switch } from "../controls/switch.tsx";
import { ownHelpLabel, useHelp } from "../help/help.ts";
import styles from "./palette.module.css";

/** Whether keys are named as on a Mac. */
const isMac = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);
/** The key of shortcuts that work in fields too. */
export const mainKey = isMac ? "⌘" : "Ctrl";

export interface KeyGroup {
  title: string;
  keys: readonly (readonly [keys: readonly string[], what: string])[];
}

const groups: readonly KeyGroup[] = [
  {
    title: "Mọi nơi",
    keys: [
      [[`${mainKey} K`], "Tìm nhanh: màn hình, thao tác, khách, mã, nội dung chuyển khoản"],
      [["?"], "Bảng phím tắt này"],
      [["H"], ownHelpLabel],
      [[`${mainKey} S`], "Lưu biểu mẫu đang mở"],
      [["Esc"], "Đóng chi tiết, hộp thoại"],
    ],
  },
  {
    title: "Trong danh sách",
    keys: [
      [["/"], "Đến ô tìm kiếm"],
      [["J", "↓"], "Dòng sau, hoặc chi tiết sau"],
      [["K", "↑"], "Dòng trước, hoặc chi tiết trước"],
      [["Enter", "O"], "Mở dòng"],
      [["E"], "Sửa dòng"],
      [["X"], "Chọn dòng; giữ Shift để chọn cả khoảng"],
    ],
  },
  {
    title: "Việc của dòng hay chi tiết đang mở",
    keys: [
      [["C"], "Xác nhận đã thanh toán, hoặc nhận việc"],
      [["A"], "Giao yêu cầu cho nhân viên"],
      [["R"], "Trả lời khách của yêu cầu"],
    ],
  },
];

/** The keys that lead to screens. */
function screenKeys(screens: readonly Screen[]): KeyGroup[] {
  const keys = screens.flatMap(({ key, label }) => (key ? [[[`G ${key.toUpperCase()}`], label] as const] : []));
  return keys.length === 0 ? [] : [{ title: "Đến màn hình", keys }];
}

interface KeySheetProps {
  /** Those of the screen; those of lists by default. */
  keys?: readonly KeyGroup[];
  onClose: () => void;
}

export function KeySheet({ keys, onClose }: KeySheetProps) {
  const screens = useOpenScreens();
  const shown = keys ?? [...groups, ...screenKeys(screens)];
  const [isOn, setIsOn] = useState(areKeysOn);
  const showHelp = useHelp();
  function change(next: boolean) {
    setKeysOn(next);
    setIsOn(next);
  }
  return (
    <Modal
      open
      title="Phím tắt"
      isReadFirst
      onClose={onClose}
      foot={
        showHelp && (
          <button
            type="button"
            className="btn btn--line"
            onClick={() => {
              onClose();
              showHelp();
            }}
          >
            <Icon icon={CircleQuestionMark} />
            {ownHelpLabel}
          </button>
        )
      }
    >
      {shown.map(({ title, keys }) => (
        <section key={title} className={styles.keys}>
          <h3 className={styles.group}>{title}</h3>
          <dl>
            {keys.map(([names, what]) => (
              <div key={what}>
                <dt>
                  {names.map((name, index) => (
                    <span key={name}>
                      {index > 0 && <span className="muted"> hoặc </span>}
                      <kbd className={styles.key}>{name}</kbd>
                    </span>
                  ))}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Switch label="Dùng phím chữ và dấu trên thiết bị này" isSelected={isOn} onChange={change} />
    </Modal>
  );
}
