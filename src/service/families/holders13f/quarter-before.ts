import { addDays, type IsoDate } from "../../../contract/dates";
import { lastQuarterEnd, quarterEnd } from "../../sample/calendar";

/** The quarter's end that a report's quarter is compared with; a report may name a day that is no quarter's end. */
export const quarterBefore = (period: IsoDate): IsoDate => lastQuarterEnd(addDays(quarterEnd(period), -1));
