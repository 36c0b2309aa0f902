import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { useSearchParams } from "react-router";

export interface Tab {
  /** As the address names it. */
  id: string;
  label: string;
  content: ReactNode;
}

/** Tabs whose choice is kept in the address as `?tab=`; the first is chosen without. Every panel stays as it was left. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly [Tab, ...Tab[]] }) {
  const id = useId();
  const [params, setParams] = useSearchParams();
  const list = useRef<HTMLDivElement>(null);
  const chosen = tabs.find((tab) => tab.id === params.get("tab")) ?? tabs[0];

  function choose(tab: Tab) {
    setParams(
      (known) => {
        if (tab === tabs[0]) known.delete("tab");
        else known.set("tab", tab.id);
        return known;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  function onKeyDown(event: KeyboardEvent) {
    const last = tabs.length - 1;
    const at = tabs.indexOf(chosen);
    const next = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last };
    const place = next[event.key as keyof typeof next];
    const tab = tabs[place ?? -1];
    if (!tab) return;
    event.preventDefault();
    choose(tab);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[place]?.focus();
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
            aria-selected={tab === chosen}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => choose(tab)}
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
          hidden={tab !== chosen}
        >
          {tab.content}
        </div>
      ))}
    </>
  );
}
