import { AccountTab } from "./account/account-tab";
import { FormulaTab } from "./formula/formula-tab";
import { lateTab } from "./late-tab";
import { RefreshTab } from "./refresh/refresh-tab";
import type { Tab } from "./tab";

/** The pane's tabs in their order, one folder each. Those that nobody sees first are loaded after the pane has been drawn. */
export const TABS: readonly Tab[] = [
  { id: "build", label: "Build", body: FormulaTab },
  { id: "inspect", label: "Inspect", ...lateTab(async () => (await import("./inspect/inspect-tab")).InspectTab) },
  { id: "refresh", label: "Refresh", body: RefreshTab },
  { id: "audit", label: "Audit", ...lateTab(async () => (await import("./audit/audit-tab")).AuditTab) },
  { id: "share", label: "Share", ...lateTab(async () => (await import("./share/share-tab")).ShareTab) },
  { id: "account", label: "Account", body: AccountTab },
  { id: "settings", label: "Settings", ...lateTab(async () => (await import("./settings/settings-tab")).SettingsTab) },
];
