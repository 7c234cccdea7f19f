import { Type } from "@sinclair/typebox";
import type { SampleFunding } from "../../families/funding/sample";
import type { PublishedFunding } from "../../records/funding";
import type { StoredRecord } from "../../records/record";

/** Members of one settlement of one perpetual. */
export const FUNDING_SETTLEMENT = {
  exchange: Type.String({ description: "The venue; sample for a sample row." }),
  contract: Type.String({ description: "The venue's own name." }),
  time: Type.String({ description: "Time of the settlement, ISO 8601." }),
  time_ms: Type.Integer({ description: "The same time, milliseconds since 1970." }),
  rate_pct: Type.Number({ description: "Percent of the position per interval; positive is paid by longs to shorts." }),
  interval_hours: Type.Union([Type.Number(), Type.Null()], {
    description: "Hours that the rate is paid for; null if the venue's document does not show them.",
  }),
};

/** A published or sample settlement. */
export type FundingSettlement = StoredRecord<PublishedFunding | SampleFunding>;

/** A settlement with these members. */
export const settlementOnWire = ({ body }: FundingSettlement) => ({ ...body, time: new Date(body.time_ms).toISOString() });

/** Note of a reply with rates. */
export const INTERVALS = "Each rate is per interval. Use interval_hours to compare venues.";
