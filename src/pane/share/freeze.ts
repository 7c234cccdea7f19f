import { WorkbookRefusal } from "../workbook";

export interface Kept {
  readonly where: string;
  readonly why: string;
}
export const freezeServiceCells = (_: Uint8Array): { file: Uint8Array; frozen: number; kept: readonly Kept[] } => {
  throw new WorkbookRefusal("TODO-UNTIL-C");
};
