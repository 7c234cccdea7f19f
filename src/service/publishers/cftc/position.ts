import { addDays, type IsoDate } from "../../../contract/dates";
import type { FuturesPositions } from "../../records/positions";
import type { RecordRow } from "../../records/record";
import { RefusedFile } from "../reading/text";

/** The stated figures of a market, before net positions are computed. */
interface Stated extends Omit<FuturesPositions, "noncomm_net" | "comm_net"> {
  readonly code: string;
  readonly date: IsoDate;
  readonly total_reported_long: number;
  readonly total_reported_short: number;
}

/** Tolerance in contracts: each figure of a consolidated market is rounded separately. */
const ROUNDING = 5;
/** Tuesday's positions are published on Friday. */
const PUBLISHED_AFTER_DAYS = 3;

/**
 * Creates one market's row. The code keeps its leading zero and plus sign.
 *
 * @throws RefusedFile if the groups do not add up to the totals, which means that the columns have shifted.
 */
export function positionRow({ code, date, total_reported_long, total_reported_short, ...stated }: Stated, line?: number): RecordRow {
  const { open_interest, noncomm_long, noncomm_short, noncomm_spread, comm_long, comm_short, nonrept_long, nonrept_short } = stated;
  const gaps = [
    noncomm_long + noncomm_spread + comm_long - total_reported_long,
    noncomm_short + noncomm_spread + comm_short - total_reported_short,
    total_reported_long + nonrept_long - open_interest,
    total_reported_short + nonrept_short - open_interest,
  ];
  if (gaps.some((gap) => Math.abs(gap) > ROUNDING))
    throw new RefusedFile(`the positions of ${stated.market} do not add up to its open interest: the columns may have shifted; download it again`, line);
  const body: FuturesPositions = { ...stated, noncomm_net: noncomm_long - noncomm_short, comm_net: comm_long - comm_short };
  return { dataset: "positions", entity: code, date, key: stated.basis, known: addDays(date, PUBLISHED_AFTER_DAYS), body, source: "cftc" };
}
