import { type ICommandInfo, type IMutationInfo, type Injector, Tools, type Workbook } from "@univerjs/core";
import {
  AddConditionalRuleMutation,
  ConditionalFormattingRuleModel,
  createCfId,
  DeleteConditionalRuleMutation,
  SetConditionalRuleMutation,
} from "@univerjs/sheets-conditional-formatting";
import { CopySheetCommand, RemoveSheetCommand } from "@univerjs/sheets";
import { sameJson } from "../../contract/json";
import { editedFormats } from "../../workbook/edits/edited-cells";
import { editedFormula } from "../../workbook/formulas/edited-formula";
import { withFormulas, type ConditionalFormat } from "../../workbook/conditional-format";
import type { BookEdit } from "../../workbook/edits/moved-areas";
import { nameOfCopy } from "../edits/copy-sheets";
import { allMutations, type Mutations, NO_MUTATIONS } from "../edits/stored-fields";
import { editsOf } from "../edits/structural-commands";
import { formatOfGrid, gridRule } from "./format-feature";
import type { GridRule } from "./grid-rule";

/** The rules of a sheet, by priority. */
export const rulesOf = (injector: Injector, unit: string, sheet: string): readonly GridRule[] =>
  (injector.get(ConditionalFormattingRuleModel).getSubunitRules(unit, sheet) ?? []) as unknown as GridRule[];

/** The mutations that give a sheet other rules. */
function replaced(unitId: string, subUnitId: string, before: readonly GridRule[], after: readonly GridRule[]): Mutations {
  const mutation = (id: string, rest: object): IMutationInfo => ({ id, params: { unitId, subUnitId, isFollowed: true, ...rest } });
  const [old, now] = [before.map((rule) => Tools.deepClone(rule)), after.map((rule) => Tools.deepClone(rule))];
  if (
    sameJson(
      old.map(({ cfId }) => cfId),
      now.map(({ cfId }) => cfId),
    )
  ) {
    const changed = now.flatMap((rule, i) => (sameJson(rule, old[i]) ? [] : [[rule, old[i]!] as const]));
    const set = (rule: GridRule): IMutationInfo => mutation(SetConditionalRuleMutation.id, { cfId: rule.cfId, rule });
    return { redos: changed.map(([rule]) => set(rule)), undos: changed.map(([, rule]) => set(rule)) };
  }
  const without = (rules: readonly GridRule[]) => rules.map(({ cfId }) => mutation(DeleteConditionalRuleMutation.id, { cfId }));
  // A new rule goes before the others.
  const withRules = (rules: readonly GridRule[]) => [...rules].reverse().map((rule) => mutation(AddConditionalRuleMutation.id, { rule }));
  return { redos: [...without(old), ...withRules(now)], undos: [...without(now), ...withRules(old)] };
}

/** The mutations that make the conditional formats of a workbook follow a command, as its formulas do. */
export function formatMutations(injector: Injector, command: ICommandInfo, workbook: Workbook, sheetId: string): Mutations {
  const unit = workbook.getUnitId();
  const sheets = workbook.getSheets();
  if (!injector.has(ConditionalFormattingRuleModel) || !sheets.some((sheet) => rulesOf(injector, unit, sheet.getSheetId()).length > 0)) return NO_MUTATIONS;
  const edits = editsOf(command, workbook, sheetId);
  if (edits.length === 0) return NO_MUTATIONS;
  const names = new Map(sheets.map((sheet) => [sheet.getSheetId(), sheet.getName()]));
  const lists = new Map(
    sheets.map((sheet) => [
      sheet.getSheetId(),
      rulesOf(injector, unit, sheet.getSheetId()).map((rule): ConditionalFormat => ({ source: rule.cfId, ...formatOfGrid(rule) })),
    ]),
  );
  const came = new Map<string, ConditionalFormat[]>();
  for (const edit of edits)
    for (const [id, list] of lists) {
      const { formats, gone } = editedFormats(list, edit, names.get(id) ?? "");
      lists.set(id, [...formats]);
      const to = edit.kind === "move" ? sheets.find((sheet) => sheet.getName() === edit.to.sheet)?.getSheetId() : undefined;
      if (to !== undefined && gone.length > 0) came.set(to, [...(came.get(to) ?? []), ...gone]);
    }
  const changes = sheets.map((sheet): Mutations => {
    const id = sheet.getSheetId();
    // Its rules go with it.
    if (command.id === RemoveSheetCommand.id && id === sheetId) return NO_MUTATIONS;
    const before = rulesOf(injector, unit, id);
    const byId = new Map(before.map((rule) => [rule.cfId, rule]));
    const size = { rows: sheet.getRowCount(), columns: sheet.getColumnCount() };
    const after = [...(lists.get(id) ?? []), ...(came.get(id) ?? [])].map(({ source, ...format }) => {
      const known = byId.get(source ?? "");
      return known && sameJson(formatOfGrid(known), format) ? known : gridRule(format, source ?? createCfId(), size);
    });
    return sameJson(before, after) ? NO_MUTATIONS : replaced(unit, id, before, after);
  });
  return allMutations(changes);
}

/** The mutations that remove the rules of a deleted sheet, and give a copied sheet its own, whose formulas refer to the copy. */
export function sheetMutations(injector: Injector, { id, params }: ICommandInfo, workbook: Workbook | undefined): Mutations {
  const given = (params ?? {}) as { unitId?: string; subUnitId?: string; targetSubUnitId?: string };
  const unit = workbook?.getUnitId();
  if (!workbook || unit === undefined) return NO_MUTATIONS;
  const sheetId = given.subUnitId ?? workbook.getActiveSheet().getSheetId();
  const rules = rulesOf(injector, unit, sheetId);
  if (id === RemoveSheetCommand.id) return replaced(unit, sheetId, rules, []);
  if (id !== CopySheetCommand.id || given.targetSubUnitId === undefined) return NO_MUTATIONS;
  const sheet = workbook.getSheetBySheetId(sheetId);
  const home = sheet?.getName() ?? "";
  const edit: BookEdit = { kind: "rename", sheet: home, name: nameOfCopy(workbook, home) };
  const size = { rows: sheet?.getRowCount() ?? 0, columns: sheet?.getColumnCount() ?? 0 };
  const copies = rules.map((rule) => {
    const format = formatOfGrid(rule);
    return gridRule({ ...format, rule: withFormulas(format.rule, (formula) => editedFormula(formula, [edit], { home })) }, createCfId(), size);
  });
  return replaced(unit, given.targetSubUnitId, [], copies);
}
