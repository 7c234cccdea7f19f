import type { ComponentChildren } from "preact";
import { counted } from "../../contract/counted";
import type { PlainContent } from "../workbook";
import { CopyButton } from "./copy-button";
import { tabSeparated } from "./tab-separated";

interface CopyTableProps {
  /** The table with its heading; called when the button is pressed. */
  readonly rows: () => readonly (readonly PlainContent[])[];
  /** Number of rows below the heading. */
  readonly count: number;
  readonly say: (sentence: string) => void;
  readonly small?: boolean;
  readonly children: ComponentChildren;
}

/** Copies a table, which a sheet pastes into its cells. */
export const CopyTable = ({ rows, count, say, small = false, children }: CopyTableProps) => (
  <CopyButton small={small} text={() => tabSeparated(rows())} copied={`Copied ${counted(count, "row")}. Paste into a sheet.`} say={say}>
    {children}
  </CopyButton>
);
