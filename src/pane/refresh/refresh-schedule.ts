import type { PaneHost } from "../pane-host";

/** What is refreshed by itself; kept with the workbook. */
export interface RefreshPlan {
  /** What is stale is refreshed so often while the pane's page lives; undefined for never. */
  readonly everyMinutes: number | undefined;
  readonly onOpen: "nothing" | "stale" | "all";
}

const NO_PLAN: RefreshPlan = { everyMinutes: undefined, onOpen: "nothing" };
/** A day: what is rarer is better done on opening. */
export const MOST_MINUTES = 24 * 60;
const PLAN_SETTING = "service.refresh";

const minutes = (raw: unknown): number | undefined => (typeof raw === "number" && raw >= 1 && raw <= MOST_MINUTES ? Math.round(raw) : undefined);

/** The plan that a workbook keeps; none where it keeps none, or something else wrote there. */
function planFrom(text: string | undefined): RefreshPlan {
  if (text === undefined) return NO_PLAN;
  try {
    const kept = JSON.parse(text) as { everyMinutes?: unknown; onOpen?: unknown } | null;
    return { everyMinutes: minutes(kept?.everyMinutes), onOpen: kept?.onOpen === "stale" || kept?.onOpen === "all" ? kept.onOpen : "nothing" };
  } catch {
    return NO_PLAN;
  }
}

/** The plan of the workbook beside the pane. */
interface KeptPlan {
  get(): RefreshPlan;
  /** Counts from now on, also where keeping it is refused; rejects with the refusal. */
  set(plan: RefreshPlan): Promise<void>;
}

export function createKeptPlan(host: PaneHost): KeptPlan {
  /** What was chosen and could not be kept. */
  let chosen: RefreshPlan | undefined;
  return {
    get: () => chosen ?? planFrom(host.workbook()?.settings.read(PLAN_SETTING)),
    set: async (plan) => {
      chosen = { everyMinutes: minutes(plan.everyMinutes), onOpen: plan.onOpen };
      const settings = host.workbook()?.settings;
      if (!settings) return;
      await settings.write(PLAN_SETTING, JSON.stringify(chosen));
      chosen = undefined;
    },
  };
}
