import type { UnattendedPlan, UnattendedState } from "../../../workbook/unattended";
import { keyNeeded, MenuRefusal, messageOf, sentenceOf } from "./refusal";
import { localMoment } from "./script-ui";
import { refreshScope } from "./refresh";

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Trigger = GoogleAppsScript.Script.Trigger;

/** The function of Code.js that the trigger runs. */
const HANDLER = "serviceScheduledRefresh";
/** Property of the spreadsheet, visible to all its users. */
const LAST_RUN = "SERVICE_LAST_SCHEDULED_REFRESH";
const LONGEST = 1_000;

/** Name of the user property with the schedule of a spreadsheet, because Google does not tell a trigger's schedule. */
const savedName = (book: Book): string => `SERVICE_SCHEDULE_${book.getId()}`;

interface SavedSchedule {
  readonly trigger: string;
  readonly schedule: UnattendedPlan;
}

const isHour = (hour: unknown): hour is number => typeof hour === "number" && Number.isInteger(hour) && hour >= 0 && hour <= 23;

function readSchedule(raw: unknown): UnattendedPlan | undefined {
  const { every, hour } = (typeof raw === "object" && raw !== null ? raw : {}) as { every?: unknown; hour?: unknown };
  if (every === "hour") return { every };
  return every === "day" && isHour(hour) ? { every, hour } : undefined;
}

function readSaved(book: Book): SavedSchedule | undefined {
  try {
    const { trigger, schedule } = JSON.parse(PropertiesService.getUserProperties().getProperty(savedName(book)) ?? "{}") as Partial<SavedSchedule>;
    const read = readSchedule(schedule);
    return typeof trigger === "string" && read ? { trigger, schedule: read } : undefined;
  } catch {
    return undefined;
  }
}

const refuse = (e: unknown): never => {
  throw new MenuRefusal(`Google does not allow a schedule: ${messageOf(e).replace(/[.\s]+$/, "")}. Grant the permission, or refresh by hand.`);
};

function ownTriggers(): Trigger[] {
  try {
    return ScriptApp.getProjectTriggers().filter((trigger) => trigger.getHandlerFunction() === HANDLER);
  } catch (e) {
    return refuse(e);
  }
}

function create(book: Book, schedule: UnattendedPlan): Trigger {
  try {
    const clock = ScriptApp.newTrigger(HANDLER).timeBased();
    if (schedule.every === "hour") return clock.everyHours(1).create();
    return clock.atHour(schedule.hour).everyDays(1).inTimezone(book.getSpreadsheetTimeZone()).create();
  } catch (e) {
    return refuse(e);
  }
}

/** This user's schedule for the spreadsheet, and the result of the last run. */
export function scheduleState(book: Book): UnattendedState {
  const saved = readSaved(book);
  const runs = saved && ownTriggers().some((trigger) => trigger.getUniqueId() === saved.trigger);
  const lastRun = PropertiesService.getDocumentProperties().getProperty(LAST_RUN);
  return { schedule: runs ? saved.schedule : undefined, timeZone: book.getSpreadsheetTimeZone(), ...(lastRun === null ? {} : { lastRun }) };
}

/** Sets this user's schedule for the spreadsheet, and then deletes the previous one. */
export function setSchedule(book: Book, raw: unknown): UnattendedState {
  const schedule = readSchedule(raw);
  if (!schedule) throw new MenuRefusal("Choose every hour, or every day at an hour from 0 to 23.");
  // Without a key every run would fail.
  keyNeeded();
  const previous = ownTriggers();
  const trigger = create(book, schedule);
  const saved: SavedSchedule = { trigger: trigger.getUniqueId(), schedule };
  try {
    PropertiesService.getUserProperties().setProperty(savedName(book), JSON.stringify(saved));
  } catch (e) {
    ScriptApp.deleteTrigger(trigger);
    throw e;
  }
  for (const old of previous) ScriptApp.deleteTrigger(old);
  return scheduleState(book);
}

export function stopSchedule(book: Book): UnattendedState {
  for (const trigger of ownTriggers()) ScriptApp.deleteTrigger(trigger);
  PropertiesService.getUserProperties().deleteProperty(savedName(book));
  return scheduleState(book);
}

const BY_SCHEDULE = "Only the schedule runs this. Set one under SERVICE, Open sidebar, Refresh, or choose Refresh in the SERVICE menu.";

/** The trigger's id in its event; undefined for anything else. A cell can pass only values and ranges, so it cannot forge one. */
function triggerIn(event: unknown): string | undefined {
  const { triggerUid } = (typeof event === "object" && event !== null ? event : {}) as { triggerUid?: unknown };
  return typeof triggerUid === "string" ? triggerUid : undefined;
}

/**
 * Runs a scheduled refresh and saves its result, or the failure's message, in the spreadsheet. Throws the message if nothing could be refreshed: Google then
 * sends an email to the person who set the schedule. Throws unless a trigger of this user runs it: from a cell it would refresh the spreadsheet at each
 * calculation.
 */
export function scheduledRefresh(book: Book, event: unknown): void {
  const trigger = triggerIn(event);
  if (trigger === undefined) throw new Error(BY_SCHEDULE);
  let ours = true;
  let result = "";
  let hasFailed = false;
  try {
    ours = ownTriggers().some((own) => own.getUniqueId() === trigger);
    if (ours) {
      ({ summary: result, hasFailed } = refreshScope(book, "book"));
    }
  } catch (e) {
    result = sentenceOf(e);
    hasFailed = true;
  }
  if (!ours) throw new Error(BY_SCHEDULE);
  PropertiesService.getDocumentProperties().setProperty(LAST_RUN, `${localMoment(Date.now(), book.getSpreadsheetTimeZone())}: ${result}`.slice(0, LONGEST));
  if (hasFailed) throw new Error(result);
}
