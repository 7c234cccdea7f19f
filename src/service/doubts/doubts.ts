import type { ReportedOffering, StatedPeriod } from "../records/filings";
import { addDays, type IsoDate } from "../../contract/dates";
import type { Close, ShortVolume } from "../records/equities";
import type { InsiderReport } from "../records/disclosed-trades";
import type { FindStored, RecordRow } from "../records/record";
import { congressDoubt } from "./congress";
import { firstDoubt } from "./doubt-check";
import { OFFERING_CHECKS } from "./offering";
import { statementDoubts } from "./served-figure";
import { type CheckedTrade, CLOSE_DAYS, doubtsOfReport } from "./insider-trades";
import { SHORT_VOLUME_CHECKS } from "./short-interest";

/** A row as imported or stored. */
type CheckedRow = Pick<RecordRow, "dataset" | "entity" | "date" | "key" | "known" | "body">;

/** The doubts about one row, each in a sentence. `stored` finds rows to compare with. */
type DoubtsOf = (row: CheckedRow, stored: FindStored) => readonly (string | undefined)[];

/** The close of a day or shortly before, unless a split lies between. */
const closeNear =
  (stored: FindStored, symbol: string) =>
  (day: IsoDate): CheckedTrade["close"] => {
    const found = stored<Pick<Close, "close">>("price", symbol, day);
    const split = stored("split", symbol, day);
    return found && found.date >= addDays(day, -CLOSE_DAYS) && (split?.date ?? "") <= found.date ? { date: found.date, close: found.body.close } : undefined;
  };

/** The checks of each dataset. The same ones run at import, in `data -- check`, and at the answer. */
const BY_DATASET: { readonly [D in RecordRow["dataset"]]?: DoubtsOf } = {
  congress_trade: (row) => [congressDoubt(row)],
  offering: ({ body }) => [firstDoubt(OFFERING_CHECKS, body as ReportedOffering)],
  statement: ({ body }) => statementDoubts(body as StatedPeriod, "9999-12-31"),
  insider_trade: ({ entity, body }, stored) => doubtsOfReport(entity, body as InsiderReport, closeNear(stored, entity)),
  short_volume: ({ body }) => [firstDoubt(SHORT_VOLUME_CHECKS, body as ShortVolume)],
};

/** The datasets with checks. */
export const CHECKED_DATASETS = Object.keys(BY_DATASET) as readonly RecordRow["dataset"][];

/** All doubts about one row. */
export const doubtsOf = (row: CheckedRow, stored: FindStored): readonly string[] =>
  (BY_DATASET[row.dataset]?.(row, stored) ?? []).filter((one) => one !== undefined);
