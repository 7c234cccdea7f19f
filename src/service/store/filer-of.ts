import type { IsoDate } from "../../contract/dates";
import type { Filer } from "../records/statement";
import type { Records } from "./records";

const EVER: IsoDate = "9999-12-31";

/**
 * The filer of a ticker, as far as a list of tickers, its submissions or the name of its facts' file says: trusted in this order, which is that of their keys
 * (none, `filer`, `name`).
 */
export const filerOf = ({ records }: { readonly records: Records }, ticker: string): Filer | undefined => records.first<Filer>("filer", ticker, EVER)?.body;
