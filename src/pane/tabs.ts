import { AccountTab } from "./account-tab";
import { ActivityTab } from "./activity-tab";
import type { Tab } from "./tab";

/** The pane's tabs in their order, one file each. */
export const TABS: readonly Tab[] = [
  { id: "account", label: "Account", body: AccountTab },
  { id: "activity", label: "Activity", body: ActivityTab },
];
