/** The command palette of a back office: its screens, what can be done anywhere, and the records that a text finds. */
import { useQuery } from "@tanstack/react-query";
import { CircleQuestionMark, ExternalLink, Keyboard, LogOut, SunMoon } from "lucide";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { fold } from "#contract/fold.ts";
import { orderSearchLength } from "#contract/order-search.ts";
import { useTheme } from "../../lib/theme.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useArea } from "../area/area.ts";
import { isOpenTo } from "../area/screens.ts";
import { Modal } from "../controls/modal.tsx";
import { errorMessage } from "../data/queries.ts";
import { ownHelpLabel, useHelp } from "../help/help.ts";
import { asScreen } from "../views/use-default-view.ts";
import type { Command, FoundLink } from "./commands.ts";
import styles from "./palette.module.css";

/** Letters from which on records are searched. */
const minLetters = 2;
/** Milliseconds from the last letter until records are searched. */
const searchDelay = 200;

interface Option {
  key: string;
  group: string;
  label: string;
  detail?: string;
  icon: FoundLink["icon"];
  choose: () => void;
}

interface PaletteProps {
  onClose: () => void;
  onKeys: () => void;
  logout: () => void;
}

export function Palette({ onClose, onKeys, logout }: PaletteProps) {
  const id = useId();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const [isEntered, setEntered] = useState(false);
  const records = useRecords(text.trim());
  const listRef = useRef<HTMLDivElement>(null);
  const options = useOptions({ onClose, onKeys, logout, text, found: records.found });
  const chosen = options[active];

  const choose = (option: Option) => {
    onClose();
    option.choose();
  };
  const onArrived = useEffectEvent(() => {
    if (isEntered && options[0]) choose(options[0]);
    setEntered(false);
  });
  useEffect(() => {
    if (!records.isWaiting) onArrived();
  }, [records.isWaiting]);
  useEffect(() => {
    if (chosen) listRef.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (options.length > 0) setActive((active + step + options.length) % options.length);
    } else if (event.key === "Enter") {
      if (chosen) choose(chosen);
      else setEntered(records.isWaiting);
    } else return;
    event.preventDefault();
  }

  const groups = Map.groupBy(options, ({ group }) => group);
  const status = records.isWaiting
    ? "Đang tìm…"
    : options.length > 0
      ? `${options.length} kết quả`
      : "Không tìm thấy gì";
  return (
    <Modal open title="Tìm nhanh" onClose={onClose}>
      <input
        className="input"
        role="combobox"
        aria-label="Màn hình, thao tác, tên, mã hoặc nội dung chuyển khoản"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${id}-${active}`}
        placeholder="Màn hình, tên, mã, số điện thoại, nội dung chuyển khoản…"
        maxLength={orderSearchLength}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
          setEntered(false);
        }}
        onKeyDown={onKeyDown}
      />
      <p role="status" className={options.length > 0 && !records.isWaiting ? "sr" : `${styles.status} muted`}>
        {status}
      </p>
      {records.error !== undefined && <p className={`${styles.status} muted`}>{records.error}</p>}
      <div ref={listRef} id={`${id}-list`} className={styles.list} role="listbox" aria-label="Kết quả">
        {[...groups].map(([group, members]) => (
          <div key={group} role="group" aria-label={group}>
            <p className={styles.group} aria-hidden="true">
              {group}
            </p>
            {members.map((option) => {
              const index = options.indexOf(option);
              return (
                <div
                  key={option.key}
                  id={`${id}-${index}`}
                  className={styles.option}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  onKeyDown={onKeyDown}
                  onPointerMove={() => setActive(index)}
                  onClick={() => choose(option)}
                >
                  <Icon icon={option.icon} />
                  <span className={styles.label}>{option.label}</span>
                  {option.detail && <span className={`${styles.detail} muted`}>{option.detail}</span>}
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </Modal>
  );
}

interface OptionsInput extends PaletteProps {
  text: string;
  found: readonly FoundLink[];
}

/** Returns the screens and commands whose names have all words of the text, and the records. */
function useOptions({ text, found, onKeys, logout }: OptionsInput): Option[] {
  const { menu, role } = useArea();
  const { toggle } = useTheme();
  const navigate = useNavigate();
  const showHelp = useHelp();
  // Only then: Hương is a name that people look for.
  const asksForHelp = /huong dan|tro giup/.test(fold(text));
  const common: Command[] = [
    { label: "Đổi giao diện sáng hoặc tối", icon: SunMoon, run: toggle },
    { label: "Xem trang công khai", icon: ExternalLink, run: () => window.open("/", "_blank", "noopener") },
    { label: "Phím tắt", icon: Keyboard, run: onKeys },
    ...(showHelp && (text === "" || asksForHelp)
      ? [{ label: ownHelpLabel, words: helpWords, icon: CircleQuestionMark, run: () => showHelp() }]
      : []),
    { label: "Đăng xuất", icon: LogOut, run: logout },
  ];
  const screens = menu.screens.map(({ path, label, title, icon, roles }) => ({
    label,
    words: title,
    icon,
    roles,
    to: path,
    group: "Màn hình",
  }));
  const forms = menu.screens.flatMap(({ path, icon, roles, adds, addedBy = roles }): Command[] =>
    adds === undefined ? [] : [{ label: `Thêm ${adds}`, icon, roles: addedBy, to: `${path}?new` }],
  );
  const actions = [...forms, ...common].map((command) => ({ ...command, group: "Thao tác" }));
  const words = fold(text).split(" ").filter(Boolean);
  const topics =
    showHelp && asksForHelp
      ? menu.screens.map(({ path, label, icon, roles }) => ({
          label: `Hướng dẫn: ${label}`,
          words: helpWords,
          icon,
          roles,
          run: () => showHelp(path),
          group: "Hướng dẫn",
        }))
      : [];
  const matching = [...screens, ...actions, ...topics].filter(({ label, words: more = "", roles }) => {
    const name = fold(`${label} ${more}`);
    return isOpenTo({ roles }, role?.()) && words.every((word) => name.includes(word));
  });
  const open = (to: string) => () => void navigate(to, { state: asScreen });
  return [
    ...matching.map(({ label, icon, group, to, run }: Command & { group: string }) => ({
      key: `${group} ${label}`,
      group,
      label,
      icon,
      choose: () => (to === undefined ? run?.() : open(to)()),
    })),
    ...found.map(({ to, ...link }) => ({ key: to, ...link, choose: open(to) })),
  ];
}

/** Further words that find help. */
const helpWords = "trợ giúp";

const none: readonly FoundLink[] = [];

/** Reads the records that a text finds, a moment after its last letter. */
function useRecords(text: string): { found: readonly FoundLink[]; isWaiting: boolean; error: string | undefined } {
  const { kind, find } = useArea();
  const [asked, setAsked] = useState("");
  const isWanted = find !== undefined && text.length >= minLetters;
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), searchDelay);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error, isFetching } = useQuery({
    queryKey: ["palette", kind, asked],
    queryFn: ({ signal }) => find?.(asked, signal) ?? none,
    enabled: isWanted && asked.length >= minLetters,
  });
  const isCurrent = isWanted && asked === text;
  return {
    found: (isCurrent && data) || none,
    isWaiting: isWanted && (!isCurrent || isFetching),
    error: isCurrent && error ? errorMessage(error, "Chưa tìm được, bạn thử lại nhé") : undefined,
  };
}
