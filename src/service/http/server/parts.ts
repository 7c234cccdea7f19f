import type { FetchBook } from "../../records/prediction";
import type { FetchLive } from "../../records/macro";
import type { AddressRules } from "../../webhooks/address";

/** What some endpoints use besides the context. */
export interface EndpointParts {
  /** Called with the stack of each server error; it holds no keys or bodies. */
  readonly onFault?: ((message: string) => void) | undefined;
  /** Called with how many of a request's cells got a value, and how many a reason. */
  readonly onCells?: ((values: number, reasons: number) => void) | undefined;
  /** Fetches series that may not be stored, while a request waits. If absent, none is fetched. */
  readonly live?: FetchLive | undefined;
  /** Fetches the present order book of a prediction market, while a request waits. If absent, the newest stored one is shown. */
  readonly books?: FetchBook | undefined;
  /** Where webhooks may be sent. By default to the public Internet only. */
  readonly receivers?: AddressRules | undefined;
  /** The operator's price of 1,000 further requests, in hundredths of a US dollar. If absent, quotes have no price. */
  readonly topUpCents?: number | undefined;
}
