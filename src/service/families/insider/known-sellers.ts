import { symbolTable } from "../../sample/symbol-table";

/**
 * Approximate monthly sales by insiders of well-known companies, in millions of US dollars, rounded from public knowledge of about 2025, so that sample figures have a
 * plausible size. Founders and officers who are paid in shares sell by plan; other companies have few sales.
 */
const TABLE = `
NVDA 110|META 35|GOOGL 22|AMZN 40|TSLA 25|MSFT 12|AAPL 15|NFLX 40|PLTR 70|WMT 90|ORCL 30|CRM 10|AVGO 35|LLY 30|COIN 30|HOOD 40|ABNB 40|UBER 10
RDDT 25|APP 60|SNOW 12|NET 18|DDOG 20|CRWD 22|PANW 18|CVNA 50|RBLX 20|DELL 40|NOW 5|ADBE 3|INTU 8|AMD 10|MU 6|ANET 25|SMCI 4|V 6|MA 8|JPM 8|GS 8|MS 6
BLK 6|AXP 5|COST 4|HD 3|PG 5|KO 3|PEP 1|JNJ 2|MRK 2|ABBV 4|TMO 3|ISRG 5|UNH 2|XOM 1|CVX 3|MCD 3|SBUX 1|NKE 2|DIS .8|BA .8|CAT 4|GE 4|F .5|GM 4|INTC .2|GME .3
AMC .1|BAC .8|WFC .8|C .8|T .3|VZ .8|IBM 1|PFE .2|CSCO 3|QCOM 2|TXN 4|PYPL .4|XYZ 4|ROKU 2|SNAP 6|PINS 4|TTD 5|BX 6|KKR 5|LMT 1|RTX 3|DE 2
`;

const MILLION = 1e6;

/** US dollars a month at the start of 2025, by issuer. */
export const USUAL_SALES = symbolTable("known sellers", TABLE, ([millions]) => (Number(millions) > 0 ? Number(millions) * MILLION : undefined));
