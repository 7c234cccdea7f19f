import type { IsoDate } from "../../contract/dates";
import type { Filer } from "../records/statement";
import type { Records } from "./records";

const EVER: IsoDate = "9999-12-31";

/**
 * The filer of a ticker. The sources are trusted in the order of their keys: the list of tickers (no key), submissions (`filer`), the name of a facts file
 * (`name`).
 */
export const filerOf = ({ records }: { readonly records: Records }, ticker: string): Filer | undefined => records.first<Filer>("filer", ticker, EVER)?.body;
