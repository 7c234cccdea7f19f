import type { TabProps } from "../tab";

export function AuditTab(_: TabProps) {
  return <h2>Audit</h2>;
}
