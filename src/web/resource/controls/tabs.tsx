import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { useSearchParams } from "react-router";

export interface Tab {
  id: string;
  label: string;
  content: ReactNode;
}

/** Tabs with the selection in the URL as `?tab=`. Hidden panels stay mounted and keep their state. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly [Tab, ...Tab[]] }) {
  const id = useId();
  const [params, setParams] = useSearchParams();
  const list = useRef<HTMLDivElement>(null);
  const selected = tabs.find((tab) => tab.id === params.get("tab")) ?? tabs[0];

  function select(tab: Tab) {
    setParams(
      (previous) => {
        if (tab === tabs[0]) previous.delete("tab");
        else previous.set("tab", tab.id);
        return previous;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  function onKeyDown(event: KeyboardEvent) {
    const last = tabs.length - 1;
    const index = tabs.indexOf(selected);
    const targets = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    };
    const nextIndex = targets[event.key as keyof typeof targets];
    const tab = tabs[nextIndex ?? -1];
    if (!tab) return;
    event.preventDefault();
    select(tab);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[nextIndex]?.focus();
  }

  return (
    <>
      <div ref={list} className="tabs" role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-controls={`${id}-${tab.id}-panel`}
            aria-selected={tab === selected}
            tabIndex={tab === selected ? 0 : -1}
            onClick={() => select(tab)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${id}-${tab.id}-panel`}
          aria-labelledby={`${id}-${tab.id}`}
          hidden={tab !== selected}
        >
          {tab.content}
        </div>
      ))}
    </>
  );
}
