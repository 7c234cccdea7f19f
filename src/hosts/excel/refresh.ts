import { hasServiceCall } from "../../workbook/service-calls";
import { evaluateCells } from "./evaluate-cells";

/** Asks anew for every SERVICE cell of the workbook; gives their number, or undefined where the workbook cannot be reached. */
export async function refreshCells(client: { refresh(): void }): Promise<number | undefined> {
  client.refresh();
  try {
    return await evaluateCells((_, formula) => hasServiceCall(formula));
  } catch {
    return undefined;
  }
}

/** The ribbon's *Refresh*. Excel keeps the button busy until `completed` is called, whatever became of it. */
export function associateRefresh(client: { refresh(): void }): void {
  if (typeof Office === "undefined" || !(Office as { actions?: unknown }).actions) return;
  Office.actions.associate("refresh", (event: Office.AddinCommands.Event) => {
    void refreshCells(client).finally(() => event.completed());
  });
}
