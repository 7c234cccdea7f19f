import { cikText } from "../../records/filings";
import type { RequestContext } from "../publisher";

const NO_CONTACT = "the SEC requires a contact with every request; type: npm run -s data -- update sec --contact you@example.org";

/** Says why a feed that is not fetched by company cannot be fetched. Undefined if it can. */
export const contactMissing = ({ settings }: RequestContext): string | undefined => (settings["contact"] === undefined ? NO_CONTACT : undefined);

/** The CIKs to fetch: of tickers in the SEC's list, and those given as numbers. */
export const requestedCiks = ({ tickers = [], ciks }: RequestContext): string[] =>
  tickers.flatMap((ticker) => {
    const cik = ciks?.get(ticker) ?? (/^\d{1,10}$/.test(ticker) ? cikText(ticker) : undefined);
    return cik === undefined ? [] : [cik];
  });

/** Says why a feed that is fetched by company cannot be fetched. Undefined if it can. */
export function companiesMissing(context: RequestContext): string | undefined {
  const none = contactMissing(context);
  if (none !== undefined) return none;
  if (!context.tickers?.length) return "it is fetched by company; name the companies, such as --tickers AAPL,MSFT";
  return requestedCiks(context).length > 0
    ? undefined
    : `${context.tickers.join(", ")} is not in the stored list of the SEC's tickers; fetch the list first, or give the CIK number`;
}
