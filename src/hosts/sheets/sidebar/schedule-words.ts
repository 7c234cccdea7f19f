import type { ScheduleState } from "../sidebar-calls";

const clock = (hour: number): string => `${String(hour % 24).padStart(2, "0")}:00`;

/** The hour within which a daily run begins: `07:00 and 08:00`. */
export const hourWords = (hour: number): string => `${clock(hour)} and ${clock(hour + 1)}`;

/** When the spreadsheet is refreshed by itself. */
export function scheduleWords({ schedule, timeZone }: ScheduleState): string {
  if (!schedule) return "Off: you have set no refresh by itself here.";
  if (schedule.every === "hour") return "Every hour the whole book is refreshed.";
  return `Every day between ${hourWords(schedule.hour)} (${timeZone}) the whole book is refreshed.`;
}
