import { cikText } from "../../records/statement";
import type { Asking } from "../publisher";

const NO_CONTACT = "the SEC wants a contact with every request: type: npm run -s data -- update sec --contact you@example.org";

/** Why nothing can be asked of a feed that takes no companies; undefined where it can. */
export const contactMissing = ({ settings }: Asking): string | undefined => (settings["contact"] === undefined ? NO_CONTACT : undefined);

/** The CIKs to ask for: of the tickers that the SEC's list knows, and those that were given as numbers. */
export const ciksAsked = ({ tickers = [], ciks }: Asking): string[] =>
  tickers.flatMap((ticker) => {
    const cik = ciks?.get(ticker) ?? (/^\d{1,10}$/.test(ticker) ? cikText(ticker) : undefined);
    return cik === undefined ? [] : [cik];
  });

/** Why nothing can be asked of a feed that goes by company; undefined where it can. */
export function companiesMissing(asking: Asking): string | undefined {
  const none = contactMissing(asking);
  if (none !== undefined) return none;
  if (!asking.tickers?.length) return "it is fetched company by company: name them, such as --tickers AAPL,MSFT";
  return ciksAsked(asking).length > 0
    ? undefined
    : `the SEC's list of tickers does not know ${asking.tickers.join(", ")}; fetch it first, or give the CIK number`;
}
