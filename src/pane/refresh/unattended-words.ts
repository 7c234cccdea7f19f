import type { UnattendedState } from "../../workbook/unattended";

const clock = (hour: number): string => `${String(hour % 24).padStart(2, "0")}:00`;

/** The hour in which a daily run starts: `07:00 and 08:00`. */
export const hourWords = (hour: number): string => `${clock(hour)} and ${clock(hour + 1)}`;

/** The schedule in a sentence. */
export function scheduleWords({ schedule, timeZone }: UnattendedState): string {
  if (!schedule) return "Off. You have set no automatic refresh here.";
  if (schedule.every === "hour") return "The whole book is refreshed every hour.";
  return `The whole book is refreshed every day between ${hourWords(schedule.hour)} (${timeZone}).`;
}
