import type { ComponentType } from "preact";
import type { PaneHost } from "./pane-host";
import type { PaneView, TabId } from "./pane-view";

/** Props of a tab, which is mounted only while it is shown: a refresh or a timer must live in a module, not in the component. */
export interface TabProps {
  readonly host: PaneHost;
  /** Shows a message in the status line and announces it to screen readers. */
  readonly say: (sentence: string) => void;
  /** Goes to another tab, or opens the card of the first run; `what` is passed to it, such as a formula for Build to open. */
  readonly show: (tab: PaneView, what?: string) => void;
  /** What another tab passed with `show`; undefined if the user selected the tab. */
  readonly handed: string | undefined;
}

export interface Tab {
  readonly id: TabId;
  readonly label: string;
  readonly body: ComponentType<TabProps>;
  /** Loads its code, if that is not part of the pane's first script. Never rejects. */
  readonly load?: () => Promise<void>;
}
