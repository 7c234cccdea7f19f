import type { ComponentChildren } from "preact";
import { Button } from "../elements";

interface TabBarProps<Id extends string> {
  readonly tabs: readonly { readonly id: Id; readonly label: string }[];
  readonly selected: Id;
  readonly select: (id: Id) => void;
}

/** A tab list as assistive technology expects it: one stop for the Tab key, arrows within. */
function TabBar<Id extends string>({ tabs, selected, select }: TabBarProps<Id>) {
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((t) => t.id === selected);
    const last = tabs.length - 1;
    const next = { ArrowRight: at < last ? at + 1 : 0, ArrowLeft: at > 0 ? at - 1 : last, Home: 0, End: last }[event.key];
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    select(tab.id);
    document.getElementById(`tab-${tab.id}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Sections" onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <Button
          key={tab.id}
          id={`tab-${tab.id}`}
          role="tab"
          data-label={tab.label}
          aria-selected={tab.id === selected}
          aria-controls={tab.id === selected ? `panel-${tab.id}` : undefined}
          tabIndex={tab.id === selected ? 0 : -1}
          words={tab.label}
          act={() => select(tab.id)}
        />
      ))}
    </div>
  );
}

interface PaneFrameProps<Id extends string> extends TabBarProps<Id> {
  /** Heading, and what is between it and the tabs. */
  readonly head: ComponentChildren;
  /** Status message at the bottom of the pane; announced by screen readers. */
  readonly status: string;
  readonly children: ComponentChildren;
}

/** Frame of a pane: heading, tabs, the selected tab's panel, and a status line. */
export function PaneFrame<Id extends string>({ head, status, children, ...bar }: PaneFrameProps<Id>) {
  return (
    <>
      <header class="top">
        {head}
        <TabBar {...bar} />
      </header>
      <main>
        <div id={`panel-${bar.selected}`} role="tabpanel" aria-labelledby={`tab-${bar.selected}`}>
          {children}
        </div>
      </main>
      <p class="said" role="status" aria-live="polite">
        {status}
      </p>
    </>
  );
}
