import type { TabProps } from "../tab";

export function BuildTab(_: TabProps) {
  return <h2>Build</h2>;
}
