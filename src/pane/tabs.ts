import type { ComponentType } from "preact";
import { AccountTab } from "./account-tab";
import { ActivityTab } from "./activity-tab";
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

/** The pane's tabs in their order, one file each. */
export const TABS: readonly Tab[] = [
  { id: "account", label: "Account", body: AccountTab },
  { id: "activity", label: "Activity", body: ActivityTab },
];
