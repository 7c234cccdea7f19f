import type { ComponentType } from "preact";
import type { PaneHost } from "./pane-host";

/** A tab is drawn only while it is shown; work that must outlive that (a refresh, a timer) lives in a module of its own, not in the component. */
export interface TabProps {
  readonly host: PaneHost;
  /** Tells a screen reader, and whoever looks at the foot of the pane, what has just happened. */
  readonly say: (sentence: string) => void;
  /** Goes to another tab; `what` is for it, such as the formula that Build is to open. */
  readonly show: (tab: TabId, what?: string) => void;
  /** What another tab handed over with `show`; undefined when the tab was chosen by itself. */
  readonly handed: string | undefined;
}

export type TabId = "build" | "inspect" | "refresh" | "audit" | "share" | "account" | "settings";

export interface Tab {
  readonly id: TabId;
  readonly label: string;
  readonly body: ComponentType<TabProps>;
}
