import type { ComponentType } from "preact";
import type { PaneHost } from "./pane-host";

export interface TabProps {
  readonly host: PaneHost;
  /** Tells a screen reader, and whoever looks at the foot of the pane, what has just happened. */
  readonly say: (sentence: string) => void;
}

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly body: ComponentType<TabProps>;
}
