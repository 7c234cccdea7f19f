import { CustomCommandExecutionError, ICommandService, type Injector } from "@univerjs/core";
import type { FUniver } from "@univerjs/core/facade";
import { type ISetWorksheetNameCommandParams, SetWorksheetActiveOperation, SetWorksheetNameCommand } from "@univerjs/sheets";
import { sheetOf } from "../../workbook/areas";
import { addressOf } from "../../workbook/cell-address";
import { tokensOf } from "../../workbook/formula-tokens";
import { formulaCells } from "./sheet-cells";

/** The first name in a formula that is written with this sheet, `Sheet1!Rate`; of names that exist. */
function nameOfSheet(formula: string, sheet: string, names: ReadonlySet<string>): string | undefined {
  if (!formula.includes("!")) return undefined;
  const tokens = tokensOf(formula);
  return tokens.find((token, i) => {
    const before = tokens[i - 1];
    return names.has(token.text.toLowerCase()) && before?.kind === "sheet" && sheetOf(before).toLowerCase() === sheet.toLowerCase();
  })?.text;
}

/** Refuses to rename a sheet that is written before one of its names, `Sheet1!Rate`: Univer 0.25.1 would not change the formula. Says why in `say`. */
export function refuseRenames(api: FUniver, injector: Injector, say: (text: string) => void, { document }: Window = window): void {
  const commands = injector.get(ICommandService);
  commands.beforeCommandExecuted(({ id, params }) => {
    if (id !== SetWorksheetNameCommand.id) return;
    const book = api.getActiveWorkbook();
    const { subUnitId, name: next } = params as ISetWorksheetNameCommandParams;
    const renamed = book?.getSheets().find((sheet) => sheet.getSheetId() === (subUnitId ?? book.getActiveSheet().getSheetId()));
    if (!book || !renamed || renamed.getSheetName() === next) return;
    const old = renamed.getSheetName();
    const names = new Set(book.getDefinedNames().map((name) => name.getName().toLowerCase()));
    if (names.size === 0) return;
    const refuse = (where: string, name: string): never => {
      // The tab shows what was typed, and the tabs ignore clicks until they are drawn again.
      const tab = document.querySelector(`[data-u-comp=slide-tab-item][data-id="${renamed.getSheetId()}"] span`);
      if (tab) tab.textContent = old;
      commands.syncExecuteCommand(SetWorksheetActiveOperation.id, { unitId: book.getId(), subUnitId: book.getActiveSheet().getSheetId() });
      say(`${old} was not renamed, because ${where} uses the name ${name} as ${old}!${name}. Refer to the cells of ${name} there, then rename the sheet.`);
      throw new CustomCommandExecutionError("The sheet is written before a name.");
    };
    for (const sheet of book.getSheets())
      for (const { row, column, formula } of formulaCells(api, sheet)) {
        const name = nameOfSheet(formula, old, names);
        if (name) refuse(addressOf({ sheet: sheet.getSheetName(), row, column }), name);
      }
    for (const defined of book.getDefinedNames()) {
      const name = nameOfSheet(defined.getFormulaOrRefString(), old, names);
      if (name) refuse(`the name ${defined.getName()}`, name);
    }
  });
}
