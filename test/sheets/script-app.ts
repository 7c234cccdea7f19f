import type { Kind } from "./calls";

/** A time-driven trigger, as plain data. */
export interface TriggerState {
  readonly id: string;
  readonly handler: string;
  readonly user: string;
  readonly when: { readonly hours: number } | { readonly days: number; readonly hour: number; readonly timeZone: string };
}

interface ScriptAppOptions {
  readonly triggers?: readonly TriggerState[];
  readonly user?: string;
  readonly kind?: Kind;
  /** Google refuses to create triggers, as it does without the user's permission. */
  readonly refuses?: boolean;
}

/** Most triggers of one user in one script. */
const MOST = 20;

/** The part of Google's ScriptApp that creates, lists and deletes time-driven triggers. Each user sees only their own. */
export function createScriptApp({ triggers: there = [], user = "owner@example.com", kind = "menu", refuses = false }: ScriptAppOptions = {}) {
  let triggers = [...there];
  const allowed = (method: string): void => {
    if (kind === "custom" || kind === "simple" || refuses)
      throw new Error(`You do not have permission to call ScriptApp.${method}. Required permissions: https://www.googleapis.com/auth/script.scriptapp`);
  };
  const triggerOf = ({ id, handler }: TriggerState) => ({ getUniqueId: () => id, getHandlerFunction: () => handler });
  const create = (handler: string, when: TriggerState["when"] | undefined) => {
    if (!when) throw new Error("Specify when the trigger runs before it is created.");
    if (triggers.filter((t) => t.user === user).length >= MOST)
      throw new Error("This script has too many triggers. Triggers must be deleted from the script before more can be added.");
    const numbers = triggers.map((t) => Number(t.id));
    const trigger: TriggerState = { id: String(Math.max(0, ...numbers) + 1), handler, user, when };
    triggers = [...triggers, trigger];
    return triggerOf(trigger);
  };
  const clock = (handler: string) => {
    let hours: number | undefined;
    let days: number | undefined;
    let hour = 0;
    let timeZone = "Etc/UTC";
    const it = {
      everyHours: (n: number) => {
        if (![1, 2, 4, 6, 8, 12].includes(n)) throw new Error("The value you passed to everyHours was invalid. It must be one of 1, 2, 4, 6, 8 or 12.");
        hours = n;
        return it;
      },
      everyDays: (n: number) => ((days = n), it),
      atHour: (n: number) => {
        if (!Number.isInteger(n) || n < 0 || n > 23) throw new Error("The value you passed to atHour was invalid. It must be between 0 and 23.");
        hour = n;
        return it;
      },
      inTimezone: (zone: string) => ((timeZone = zone), it),
      create: () => create(handler, hours !== undefined ? { hours } : days !== undefined ? { days, hour, timeZone } : undefined),
    };
    return it;
  };
  return {
    ScriptApp: {
      newTrigger: (handler: string) => (allowed("newTrigger"), { timeBased: () => clock(handler) }),
      getProjectTriggers: () => (allowed("getProjectTriggers"), triggers.filter((t) => t.user === user).map(triggerOf)),
      deleteTrigger: (trigger: { getUniqueId(): string }) => {
        allowed("deleteTrigger");
        triggers = triggers.filter((t) => t.id !== trigger.getUniqueId() || t.user !== user);
      },
    },
    state: () => ({ triggers }),
  };
}
