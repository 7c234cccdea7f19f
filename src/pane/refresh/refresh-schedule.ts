import type { PaneHost } from "../pane-host";

/** The automatic refresh, saved in the workbook. */
export interface RefreshSchedule {
  /** Interval of the refresh of stale cells and tables while the add-in runs; undefined for never. */
  readonly everyMinutes: number | undefined;
  readonly onOpen: "nothing" | "stale" | "all";
}

const NO_PLAN: RefreshSchedule = { everyMinutes: undefined, onOpen: "nothing" };
/** A day. For anything rarer, refresh when the workbook opens. */
export const MAX_MINUTES = 24 * 60;
const PLAN_SETTING = "service.refresh";

const minutes = (raw: unknown): number | undefined => (typeof raw === "number" && raw >= 1 && raw <= MAX_MINUTES ? Math.round(raw) : undefined);

/** Parses the saved plan; `NO_PLAN` if there is none or it is invalid. */
function planFrom(text: string | undefined): RefreshSchedule {
  if (text === undefined) return NO_PLAN;
  try {
    const saved = JSON.parse(text) as { everyMinutes?: unknown; onOpen?: unknown } | null;
    return { everyMinutes: minutes(saved?.everyMinutes), onOpen: saved?.onOpen === "stale" || saved?.onOpen === "all" ? saved.onOpen : "nothing" };
  } catch {
    return NO_PLAN;
  }
}

/** The plan of the open workbook. */
interface PlanStore {
  get(): RefreshSchedule;
  /** Takes effect at once, even if saving fails; then rejects with a `WorkbookRefusal`. */
  set(plan: RefreshSchedule): Promise<void>;
}

export function createPlanStore(host: PaneHost): PlanStore {
  /** A plan that is not saved yet, or could not be saved. */
  let unsaved: RefreshSchedule | undefined;
  return {
    get: () => unsaved ?? planFrom(host.workbook()?.settings.read(PLAN_SETTING)),
    set: async (plan) => {
      unsaved = { everyMinutes: minutes(plan.everyMinutes), onOpen: plan.onOpen };
      const settings = host.workbook()?.settings;
      if (!settings) return;
      await settings.write(PLAN_SETTING, JSON.stringify(unsaved));
      unsaved = undefined;
    },
  };
}
