import type { Schedule, ScheduleState } from "../sidebar-calls";
import { keyNeeded } from "./key-needed";
import { refresh } from "./refresh";
import { messageOf, Refusal, sentenceOf } from "./refusal";
import { momentWords } from "./words";

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Trigger = GoogleAppsScript.Script.Trigger;

/** The function of Code.js that the trigger runs. */
const HANDLER = "serviceScheduledRefresh";
/** With the spreadsheet, for whoever opens it. */
const LAST_RUN = "SERVICE_LAST_SCHEDULED_REFRESH";
const LONGEST = 1_000;

/** Triggers do not tell when they run: that is kept beside them, with the person, by spreadsheet. */
const keptName = (book: Book): string => `SERVICE_SCHEDULE_${book.getId()}`;

interface Kept {
  readonly trigger: string;
  readonly schedule: Schedule;
}

const isHour = (hour: unknown): hour is number => typeof hour === "number" && Number.isInteger(hour) && hour >= 0 && hour <= 23;

function readSchedule(raw: unknown): Schedule | undefined {
  const { every, hour } = (typeof raw === "object" && raw !== null ? raw : {}) as { every?: unknown; hour?: unknown };
  if (every === "hour") return { every };
  return every === "day" && isHour(hour) ? { every, hour } : undefined;
}

function readKept(book: Book): Kept | undefined {
  try {
    const { trigger, schedule } = JSON.parse(PropertiesService.getUserProperties().getProperty(keptName(book)) ?? "{}") as Partial<Kept>;
    const read = readSchedule(schedule);
    return typeof trigger === "string" && read ? { trigger, schedule: read } : undefined;
  } catch {
    return undefined;
  }
}

const refuse = (e: unknown): never => {
  throw new Refusal(`Google does not let this script run by itself: ${messageOf(e).replace(/[.\s]+$/, "")}. Grant it, or refresh by hand.`);
};

function ownTriggers(): Trigger[] {
  try {
    return ScriptApp.getProjectTriggers().filter((trigger) => trigger.getHandlerFunction() === HANDLER);
  } catch (e) {
    return refuse(e);
  }
}

function create(book: Book, schedule: Schedule): Trigger {
  try {
    const clock = ScriptApp.newTrigger(HANDLER).timeBased();
    if (schedule.every === "hour") return clock.everyHours(1).create();
    return clock.atHour(schedule.hour).everyDays(1).inTimezone(book.getSpreadsheetTimeZone()).create();
  } catch (e) {
    return refuse(e);
  }
}

/** When this spreadsheet is refreshed by itself, as far as the person who asks has set it, and what came of it last. */
export function scheduleState(book: Book): ScheduleState {
  const kept = readKept(book);
  const runs = kept && ownTriggers().some((trigger) => trigger.getUniqueId() === kept.trigger);
  const lastRun = PropertiesService.getDocumentProperties().getProperty(LAST_RUN);
  return { schedule: runs ? kept.schedule : undefined, timeZone: book.getSpreadsheetTimeZone(), ...(lastRun === null ? {} : { lastRun }) };
}

/** Sets the one schedule of this person for this spreadsheet; an earlier one ends once the new one stands. */
export function setSchedule(book: Book, raw: unknown): ScheduleState {
  const schedule = readSchedule(raw);
  if (!schedule) throw new Refusal("Choose every hour, or every day at an hour from 0 to 23.");
  // Without a key each run would only note that there is none.
  keyNeeded();
  const before = ownTriggers();
  const trigger = create(book, schedule);
  const kept: Kept = { trigger: trigger.getUniqueId(), schedule };
  try {
    PropertiesService.getUserProperties().setProperty(keptName(book), JSON.stringify(kept));
  } catch (e) {
    ScriptApp.deleteTrigger(trigger);
    throw e;
  }
  for (const old of before) ScriptApp.deleteTrigger(old);
  return scheduleState(book);
}

export function stopSchedule(book: Book): ScheduleState {
  for (const trigger of ownTriggers()) ScriptApp.deleteTrigger(trigger);
  PropertiesService.getUserProperties().deleteProperty(keptName(book));
  return scheduleState(book);
}

const BY_SCHEDULE = "This is run by the schedule only: set one under SERVICE, Open sidebar, Refresh, or choose Refresh in the SERVICE menu.";

/** The trigger that an event is of; undefined for anything that is no trigger's event. A cell can hand over values and ranges, and no such object. */
function triggerIn(event: unknown): string | undefined {
  const { triggerUid } = (typeof event === "object" && event !== null ? event : {}) as { triggerUid?: unknown };
  return typeof triggerUid === "string" ? triggerUid : undefined;
}

/**
 * What the trigger does. There is nobody to show anything to: what came of it is kept with the spreadsheet, a failure's sentence too. Throws where no trigger
 * of this person's runs it: from a cell it would renew the book at each calculation.
 */
export function scheduledRefresh(book: Book, event: unknown): void {
  const trigger = triggerIn(event);
  if (trigger === undefined) throw new Error(BY_SCHEDULE);
  let ours = true;
  let came: string;
  try {
    ours = ownTriggers().some((own) => own.getUniqueId() === trigger);
    came = ours ? refresh(book, "book").summary : "";
  } catch (e) {
    came = sentenceOf(e);
  }
  if (!ours) throw new Error(BY_SCHEDULE);
  PropertiesService.getDocumentProperties().setProperty(LAST_RUN, `${momentWords(Date.now(), book.getSpreadsheetTimeZone())}: ${came}`.slice(0, LONGEST));
}
