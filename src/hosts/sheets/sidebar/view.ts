import type { Account } from "../sidebar-calls";
import type { RunScript } from "./run-script";

export type ViewId = "insert" | "sources" | "refresh" | "copy" | "key";

/** What is known of the account: nothing yet, what the script says, or why it did not say. */
export type Known = { readonly account?: Account; readonly problem?: string };

/** What every tab of the sidebar is given. */
export interface ViewProps {
  readonly run: RunScript;
  readonly known: Known;
  /** Tells a screen reader, and whoever looks at the foot of the sidebar, what has just happened. */
  readonly say: (sentence: string) => void;
  readonly show: (view: ViewId) => void;
}
