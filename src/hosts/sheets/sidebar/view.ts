import type { Account } from "../sidebar-calls";
import type { RunScript } from "./run-script";

export type ViewId = "insert" | "sources" | "refresh" | "copy" | "key";

/** The account: not loaded yet, loaded, or why it could not be loaded. */
export type Known = { readonly account?: Account; readonly problem?: string };

/** Props of every tab of the sidebar. */
export interface ViewProps {
  readonly run: RunScript;
  readonly known: Known;
  /** The day or moment of all cells; undefined for now. */
  readonly asOf: string | undefined;
  /** Shows a message in the status line and announces it to screen readers. */
  readonly say: (sentence: string) => void;
  readonly show: (view: ViewId) => void;
}
