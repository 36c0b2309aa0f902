import { Clock3 } from "lucide";
import { type ComponentProps, type ReactNode, type RefObject, useRef } from "react";
import { useEarlySubmit } from "../lib/early-submit.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { Icon } from "./icon.tsx";
import styles from "./scripted-form.module.css";

interface ScriptedFormProps extends Omit<ComponentProps<"form">, "ref" | "method" | "action" | "noValidate"> {
  ref?: RefObject<HTMLFormElement | null>;
  /** Stands in place of the fields where scripts are off; null where the page says it elsewhere. */
  withoutScripts?: ReactNode;
}

/**
 * A form that scripts send and the server renders. Before they listen, a press is kept and followed as soon as they do; its method makes
 * the browser itself send nothing and stay on the page.
 */
export function ScriptedForm({
  ref,
  className = "",
  withoutScripts = "Biểu mẫu này cần JavaScript. Bạn bật JavaScript trong trình duyệt rồi tải lại trang nhé.",
  children,
  onSubmit,
  ...attributes
}: ScriptedFormProps) {
  const ownForm = useRef<HTMLFormElement>(null);
  const element = ref ?? ownForm;
  useEarlySubmit(element);
  const isHydrated = useHydrated();
  return (
    <form
      {...attributes}
      ref={element}
      className={`${styles.form} ${className}`}
      method="dialog"
      data-scripted
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.(event);
      }}
    >
      {children}
      {!isHydrated && (
        <>
          <div className={styles.waiting} role="status">
            <p className="note note--info">
              <Icon icon={Clock3} />
              Đang chờ trang tải xong. Nếu chờ lâu, bạn kiểm tra mạng rồi tải lại trang nhé.
            </p>
          </div>
          {withoutScripts && <p className={`${styles.noScripts} note`}>{withoutScripts}</p>}
        </>
      )}
    </form>
  );
}
