import type { Workbook } from "../workbook";
import { sleep } from "./wait-for-cells";

const PAUSE_MS = 2_000;

/** Waits while a cell is being edited, and reports it. Never rejects: a workbook that refuses to say so refuses the change itself. */
export async function untilEditEnds(workbook: Workbook, signal: AbortSignal, waiting: () => void): Promise<void> {
  const isEditing = async () => (await workbook.isEditing?.().catch(() => false)) ?? false;
  while (!signal.aborted && (await isEditing())) {
    waiting();
    await sleep(PAUSE_MS, signal);
  }
}
