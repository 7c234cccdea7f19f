import { confirmedRule, lateBound, type Timing } from "../release-rule";
import type { SeriesRule } from "./declaration";

export const SAME_DAY: Timing = { kind: "days", n: 0 };
export const NEXT_BOARD_DAY: Timing = { kind: "working days", n: 1, calendar: "board" };
/** The Board's weekly releases: Monday for the week before. */
export const NEXT_MONDAY: Timing = { kind: "weekday", weekday: 1, calendar: "board", onHoliday: "after" };

export const H15_ADDRESS = "https://www.federalreserve.gov/releases/h15/";

export const H15_OMISSIONS: SeriesRule = {
  id: "board.h15-omissions",
  what: "Treasury yields and bills that the H.15 omitted at first",
  when: { kind: "listed", days: { "2023-08-01": "2023-08-03", "2023-09-12": "2023-09-14" } },
  ...confirmedRule("https://www.federalreserve.gov/feeds/h15.html"),
};
export const H15: SeriesRule = {
  id: "board.h15",
  what: "Treasury yields and bills in the H.15",
  from: "2016-10-07",
  when: NEXT_BOARD_DAY,
  at: "16:15",
  ...confirmedRule(`${H15_ADDRESS} (posted Monday to Friday at 16:15, not on holidays; daily since 2016-10-11)`),
};
export const H15_WEEKLY: SeriesRule = {
  id: "board.h15-weekly",
  what: "The same until October 2016: the weekly H.15 of Monday",
  when: NEXT_MONDAY,
  ...lateBound("the H.15 also had a daily update, of which the hour is not confirmed"),
};
