import type { TabProps } from "../tab";

export function ShareTab(_: TabProps) {
  return <h2>Share</h2>;
}
