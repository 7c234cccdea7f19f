import { append } from "../../contract/lists";
import { ConditionalFormattingRuleModel } from "@univerjs/sheets-conditional-formatting";

/** The ids of the rules that each sheet has or had, by priority. */
const orders = new WeakMap<ConditionalFormattingRuleModel, Map<string, string[]>>();

function orderOf(model: ConditionalFormattingRuleModel, unit: string, sheet: string): string[] {
  const ofModel = orders.get(model) ?? new Map<string, string[]>();
  orders.set(model, ofModel);
  const key = `${unit}|${sheet}`;
  const order = ofModel.get(key) ?? [];
  ofModel.set(key, order);
  return order;
}

/** True for a rule that the sheet has or had. */
export const wasThere = (model: ConditionalFormattingRuleModel, unit: string, sheet: string, id: string): boolean => orderOf(model, unit, sheet).includes(id);

/** Puts a rule that comes back, as by undo, where it was. Univer 0.25.1 puts it before all others. */
export function keepRuleOrder(): void {
  const { addRule, moveRulePriority } = ConditionalFormattingRuleModel.prototype;
  ConditionalFormattingRuleModel.prototype.addRule = function (unit, sheet, rule) {
    const order = orderOf(this, unit, sheet);
    const place = order.indexOf(rule.cfId);
    addRule.call(this, unit, sheet, rule);
    if (place < 0) return void order.unshift(rule.cfId);
    const list = this.getSubunitRules(unit, sheet) ?? [];
    const [added] = list.splice(list.indexOf(rule), 1);
    const next = list.findIndex(({ cfId }) => order.indexOf(cfId) > place);
    if (added) list.splice(next < 0 ? list.length : next, 0, added);
  };
  ConditionalFormattingRuleModel.prototype.moveRulePriority = function (unit, sheet, start, end) {
    moveRulePriority.call(this, unit, sheet, start, end);
    const order = orderOf(this, unit, sheet);
    const now = (this.getSubunitRules(unit, sheet) ?? []).map(({ cfId }) => cfId);
    const others = order.filter((id) => !now.includes(id));
    order.length = 0;
    append(order, [...now, ...others]);
  };
}
