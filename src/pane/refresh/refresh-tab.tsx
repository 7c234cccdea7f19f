import type { TabProps } from "../tab";

export function RefreshTab(_: TabProps) {
  return <h2>Refresh</h2>;
}
