import type { ReactNode } from "react";
import { Tab as AriaTab, Tabs as AriaTabs, TabList, TabPanel } from "react-aria-components";
import { useSearchParams } from "react-router";
import styles from "./tabs.module.css";

export interface Tab {
  id: string;
  label: string;
  content: ReactNode;
}

interface TabsProps {
  label: string;
  tabs: readonly [Tab, ...Tab[]];
}

/** Tabs with the selection in the URL as `?tab=`. */
export function Tabs({ label, tabs }: TabsProps) {
  const [params, setParams] = useSearchParams();
  const selected = tabs.find((tab) => tab.id === params.get("tab")) ?? tabs[0];

  function select(id: string) {
    setParams(
      (previous) => {
        if (id === tabs[0].id) previous.delete("tab");
        else previous.set("tab", id);
        return previous;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return <TabsOf label={label} tabs={tabs} selected={selected.id} onSelect={select} />;
}

interface TabsOfProps extends TabsProps {
  /** Id of the tab that is shown. */
  selected: string;
  onSelect: (id: string) => void;
}

/** Tabs whose selection somebody else keeps. Hidden panels stay mounted and keep their state. */
export function TabsOf({ label, tabs, selected, onSelect }: TabsOfProps) {
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(id) => onSelect(String(id))}>
      <TabList className={styles.tabs} aria-label={label}>
        {tabs.map((tab) => (
          <AriaTab key={tab.id} id={tab.id} className={styles.tab} ref={tab.id === selected ? scrollToTab : null}>
            {tab.label}
          </AriaTab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={styles.panel} shouldForceMount>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

/** Brings a tab into the middle of its row: on a phone not all tabs fit beside each other. */
export function scrollToTab(tab: HTMLElement | null): void {
  const list = tab?.parentElement;
  if (list) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
}
