import type { CellPlace } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import type { ActionState } from "./use-attempt";
import type { Cells } from "../workbook";

/** Why a selected cell is not visible. */
export const hiddenWords = (place: CellPlace): string =>
  `${addressOf(place)} is selected, but its row or column is hidden. Clear the filter, or unhide it, to see the cell.`;

/** A function that selects a cell and says so. A refusal is in the attempt's alert. */
export const goToCell =
  (cells: Pick<Cells, "goTo">, run: ActionState["run"], say: (sentence: string) => void) =>
  ({ sheet, row, column }: CellPlace): void =>
    void run(async () => {
      if ((await cells.goTo({ sheet, row, column })) === "hidden") throw new WorkbookRefusal(hiddenWords({ sheet, row, column }));
      say(`At ${addressOf({ sheet, row, column })}.`);
    }, "The cell could not be shown. Try again.");
