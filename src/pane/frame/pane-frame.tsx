import type { ComponentChildren } from "preact";
import { TabBar } from "./tab-bar";

interface PaneFrameProps<Id extends string> {
  /** Heading, and what is between it and the tabs. */
  readonly head: ComponentChildren;
  readonly tabs: readonly { readonly id: Id; readonly label: string }[];
  readonly selected: Id;
  readonly select: (id: Id) => void;
  /** Status message at the bottom of the pane; announced by screen readers. */
  readonly status: string;
  readonly children: ComponentChildren;
}

/** Frame of a pane: heading, tabs, the selected tab's panel, and a status line. */
export function PaneFrame<Id extends string>({ head, tabs, selected, select, status, children }: PaneFrameProps<Id>) {
  return (
    <>
      <header class="top">
        {head}
        <TabBar tabs={tabs} selected={selected} select={select} />
      </header>
      <main>
        <div id={`panel-${selected}`} role="tabpanel" aria-labelledby={`tab-${selected}`}>
          {children}
        </div>
      </main>
      <p class="said" role="status" aria-live="polite">
        {status}
      </p>
    </>
  );
}
