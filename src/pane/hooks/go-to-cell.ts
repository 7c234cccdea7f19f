import type { CellPlace } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import type { ActionState } from "./use-attempt";
import type { Cells } from "../workbook";

/** A function that selects a cell and says so. A refusal is in the attempt's alert. */
export const goToCell =
  (cells: Pick<Cells, "goTo">, run: ActionState["run"], say: (sentence: string) => void) =>
  ({ sheet, row, column }: CellPlace): void =>
    void run(async () => {
      await cells.goTo({ sheet, row, column });
      say(`At ${addressOf({ sheet, row, column })}.`);
    }, "The cell could not be shown. Try again.");
