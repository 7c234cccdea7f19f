import { shown } from "../../../contract/arguments";
import type { RecordRow } from "../../store/records";
import { symbolOf } from "../../families/fundamentals/stated";
import type { Feed } from "../publisher";
import { headOf } from "../read-json";
import { RefusedFile } from "../refused-file";
import { FILERS_SINCE } from "./company-tickers";

const TITLE = "the SEC's list of fails to deliver";
const HEADER = "SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE";

/** Body of a `security` record. */
export interface Security {
  readonly cusip: string;
}

/** Which CUSIP each symbol has: the only public-domain list of it. Quantities and prices are left out. Source: www.sec.gov/data-research/sec-markets-data/fails-deliver-data. */
export const failsToDeliver: Feed = {
  id: "sec.fails-to-deliver",
  title: TITLE,
  looksLike: HEADER,
  recognises: ({ bytes }) => headOf(bytes).startsWith("SETTLEMENT DATE|"),
  parse: ({ bytes }) => {
    // Descriptions hold single bytes of older encodings.
    const [header = "", ...lines] = new TextDecoder("latin1").decode(bytes).split(/\r?\n/);
    if (header.trim() !== HEADER)
      throw new RefusedFile(`expected the columns ${HEADER} in ${TITLE}, got ${shown(header)}; the SEC may have changed the form: update the service`, 1);
    const pairs = new Map<string, string>();
    let trailer = false;
    for (const [i, line] of lines.entries()) {
      if (line.trim() === "") continue;
      if (/^Trailer record count/i.test(line)) {
        trailer = true;
        const stated = Number(/(\d+)\s*$/.exec(line)?.[1]);
        if (stated !== i) throw new RefusedFile(`the list counts ${stated} lines at its end and has ${i}; download it again`, i + 2);
        break;
      }
      const [, cusip = "", symbol = "", ...rest] = line.split("|");
      if (!/^[0-9A-Z]{9}$/.test(cusip) || rest.length < 3)
        throw new RefusedFile(`expected a line of six columns with a CUSIP in ${TITLE}, got ${shown(line)}; download it again`, i + 2);
      if (symbol !== "") pairs.set(symbolOf(symbol), cusip);
    }
    if (!trailer) throw new RefusedFile(`the list breaks off before its count of lines; download it again`);
    const records = [...pairs].map(([entity, cusip]): RecordRow => {
      const body: Security = { cusip };
      return { dataset: "security", entity, date: FILERS_SINCE, key: "", known: FILERS_SINCE, body, source: "sec" };
    });
    return { title: TITLE, rows: [], records };
  },
};
