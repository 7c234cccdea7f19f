import { fullOf } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { isSampleOn, isSampleShown, WITHHELD } from "../../families/sample-switch";
import { isKnown } from "../../names/tickers";
import { unknownTicker } from "../../names/unknown";

interface ShownRows<T> {
  readonly rows: readonly T[];
  /** Says that sample data is off. */
  readonly whyEmpty?: string;
}

/** Why there are no rows: sample data is off, or this reason. */
export const whyNone = ({ store }: Pick<Context, "store">, reason: string): string => (isSampleOn(store.decisions) ? reason : WITHHELD.full);

/** Rows that are read unless they are sample rows that cells do not show, either. */
export const shownRows = <T>(context: Context, isPublished: boolean, read: () => readonly T[]): ShownRows<T> =>
  isPublished || isSampleShown(context) ? { rows: read() } : { rows: [], ...(isSampleOn(context.store.decisions) ? {} : { whyEmpty: WITHHELD.full }) };

/** The same of sample rows only. */
export const shownSampleRows = <T>(context: Context, read: () => readonly T[]): ShownRows<T> => shownRows(context, false, read);

/** The same of rows that take long to read. */
export async function readShownRows<T>(context: Context, isPublished: boolean, read: () => Promise<readonly T[]>): Promise<ShownRows<T>> {
  const rows = isPublished || isSampleShown(context) ? await read() : [];
  return shownRows(context, isPublished, () => rows);
}

/** Why a name without published rows of FINRA has no sample row either. */
export const noneImported = (context: Context, name: string | undefined, what: string, files: string): string =>
  name !== undefined && !isKnown(name, context.store)
    ? fullOf(unknownTicker(name, undefined, context).text)
    : `No ${what}${name === undefined ? "" : ` of ${name}`} is imported. The operator can import FINRA's ${files}.`;
