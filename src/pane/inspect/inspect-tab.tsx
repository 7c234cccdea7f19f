import type { TabProps } from "../tab";

export function InspectTab(_: TabProps) {
  return <h2>Inspect</h2>;
}
