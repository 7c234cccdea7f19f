import type { TabProps } from "../tab";

export function SettingsTab(_: TabProps) {
  return <h2>Settings</h2>;
}
