import { AccountTab } from "./account/account-tab";
import { lateTab } from "./late-tab";
import type { Tab } from "./tab";

/** The pane's tabs in their order, one folder each. All but Account, which is shown without a key, are files of their own. */
export const TABS: readonly Tab[] = [
  { id: "build", label: "Build", ...lateTab(async () => (await import("./formula/workbook-formula-tab")).FormulaTab) },
  { id: "inspect", label: "Inspect", ...lateTab(async () => (await import("./inspect/inspect-tab")).InspectTab) },
  { id: "refresh", label: "Refresh", ...lateTab(async () => (await import("./refresh/refresh-tab")).RefreshTab) },
  { id: "audit", label: "Audit", ...lateTab(async () => (await import("./audit/audit-tab")).AuditTab) },
  { id: "share", label: "Share", ...lateTab(async () => (await import("./share/share-tab")).ShareTab) },
  { id: "account", label: "Account", body: AccountTab },
  { id: "settings", label: "Settings", ...lateTab(async () => (await import("./settings/settings-tab")).SettingsTab) },
];
