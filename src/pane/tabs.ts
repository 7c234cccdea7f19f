import { AccountTab } from "./account/account-tab";
import { AuditTab } from "./audit/audit-tab";
import { FormulaTab } from "./formula/formula-tab";
import { InspectTab } from "./inspect/inspect-tab";
import { RefreshTab } from "./refresh/refresh-tab";
import { SettingsTab } from "./settings/settings-tab";
import { ShareTab } from "./share/share-tab";
import type { Tab } from "./tab";

/** The pane's tabs in their order, one folder each. */
export const TABS: readonly Tab[] = [
  { id: "build", label: "Build", body: FormulaTab },
  { id: "inspect", label: "Inspect", body: InspectTab },
  { id: "refresh", label: "Refresh", body: RefreshTab },
  { id: "audit", label: "Audit", body: AuditTab },
  { id: "share", label: "Share", body: ShareTab },
  { id: "account", label: "Account", body: AccountTab },
  { id: "settings", label: "Settings", body: SettingsTab },
];
