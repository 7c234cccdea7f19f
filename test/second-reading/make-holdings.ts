import fc from "fast-check";
import type { HoldingReading } from "../../src/second-reading/reading";
import type { Made } from "./made";

const SECURITIES = [
  ["APPLE INC", "COM", "037833100", 190],
  ["MICROSOFT CORP", "COM", "594918104", 410],
  ["BERKSHIRE HATHAWAY INC DEL", "CL A", "084670108", 550_000],
  ["BERKSHIRE HATHAWAY INC DEL", "CL B NEW", "084670702", 365],
  ["ALPHABET INC", "CAP STK CL C", "02079K107", 140],
  ["VODAFONE GROUP PLC NEW", "SPONSORED ADR", "92857W308", 9],
] satisfies readonly (readonly [issuer: string, title: string, cusip: string, price: number])[];

const line = fc.record({
  security: fc.constantFrom(...SECURITIES),
  shares: fc.integer({ min: 1, max: 3_000_000 }),
  kind: fc.constantFrom("SH", "SH", "SH", "SH", "PRN", "Put"),
});
const odd = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  filed: fc.constantFrom("20210517", "20230214", "20260514"),
  obeys: fc.boolean(),
  // What the cover says of the table: nothing wrong, another total, another number of lines.
  cover: fc.constantFrom("right", "other total", "other lines", "total in dollars"),
  placeholder: fc.constantFrom("none", "none", "000000000", "N/A"),
  prefix: fc.constantFrom("", "ns1:"),
  amendment: fc.constantFrom("none", "RESTATEMENT", "NEW HOLDINGS"),
});

/** A full-text submission of a Form 13F. */
export const madeHoldings: fc.Arbitrary<Made> = odd.map(({ lines, filed, obeys, cover, placeholder, prefix, amendment }): Made => {
  const isThousands = filed < "20230103" === obeys;
  const table = lines.map(({ security: [issuer, title, cusip, price], shares, kind }) => ({
    issuer,
    title,
    cusip,
    shares,
    kind,
    value: Math.max(1, Math.round((price * shares) / (isThousands ? 1_000 : 1))),
  }));
  if (placeholder !== "none") table.push({ issuer: "NONE", title: "COM", cusip: placeholder, shares: 5_000, kind: "SH", value: 5_000 });
  const total = table.reduce((sum, { value }) => sum + value, 0);
  const accession = "0000940500-26-000001";
  const form = amendment === "none" ? "13F-HR" : "13F-HR/A";
  const stated = cover === "other total" ? total + 17 : cover === "total in dollars" && isThousands ? total * 1_000 : total;
  const element = (name: string, text: string | number): string => `<${prefix}${name}>${text}</${prefix}${name}>`;
  const xml = table
    .map(({ issuer, title, cusip, shares, kind, value }) =>
      element(
        "infoTable",
        element("nameOfIssuer", issuer) +
          element("titleOfClass", title) +
          element("cusip", cusip) +
          element("value", value) +
          element("shrsOrPrnAmt", element("sshPrnamt", shares) + element("sshPrnamtType", kind === "PRN" ? "PRN" : "SH")) +
          (kind === "Put" ? element("putCall", "Put") : "") +
          element("investmentDiscretion", "SOLE") +
          element("votingAuthority", element("Sole", shares) + element("Shared", 0) + element("None", 0)),
      ),
    )
    .join("\n");
  const namespace = "http://www.sec.gov/edgar/document/thirteenf/informationtable";
  const text = `<SEC-DOCUMENT>${accession}.txt : ${filed}
<SEC-HEADER>${accession}.hdr.sgml : ${filed}
<ACCEPTANCE-DATETIME>${filed}120000
ACCESSION NUMBER:		${accession}
CONFORMED SUBMISSION TYPE:	${form}
PUBLIC DOCUMENT COUNT:		2
CONFORMED PERIOD OF REPORT:	20201231
FILED AS OF DATE:		${filed}

FILER:

	COMPANY DATA:
		COMPANY CONFORMED NAME:			MADE FUND
		CENTRAL INDEX KEY:			0000940500
</SEC-HEADER>
<DOCUMENT>
<TYPE>${form}
<SEQUENCE>1
<FILENAME>primary_doc.xml
<TEXT>
<XML>
<?xml version="1.0" encoding="UTF-8"?>
<edgarSubmission xmlns="http://www.sec.gov/edgar/thirteenffiler"><headerData><submissionType>${form}</submissionType><filerInfo><filer><credentials><cik>0000940500</cik></credentials></filer><periodOfReport>12-31-2020</periodOfReport></filerInfo></headerData><formData><coverPage><reportCalendarOrQuarter>12-31-2020</reportCalendarOrQuarter><isAmendment>${amendment !== "none"}</isAmendment>${amendment === "none" ? "" : `<amendmentNo>1</amendmentNo><amendmentInfo><amendmentType>${amendment}</amendmentType></amendmentInfo>`}<filingManager><name>MADE FUND</name></filingManager><reportType>13F HOLDINGS REPORT</reportType></coverPage><summaryPage><otherIncludedManagersCount>0</otherIncludedManagersCount><tableEntryTotal>${table.length + (cover === "other lines" ? 3 : 0)}</tableEntryTotal><tableValueTotal>${stated}</tableValueTotal></summaryPage></formData></edgarSubmission>
</XML>
</TEXT>
</DOCUMENT>
<DOCUMENT>
<TYPE>INFORMATION TABLE
<SEQUENCE>2
<FILENAME>infotable.xml
<TEXT>
<XML>
<?xml version="1.0" encoding="UTF-8"?>
<${prefix}informationTable xmlns${prefix === "" ? "" : `:${prefix.slice(0, -1)}`}="${namespace}">
${xml}
</${prefix}informationTable>
</XML>
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>
`;
  const states = table.map(({ issuer, shares, kind, value, cusip }): Partial<HoldingReading> => ({
    kind: "holding",
    accession,
    issuer,
    amount: shares,
    typedValue: value,
    isShares: kind === "SH" && cusip !== placeholder,
  }));
  return { publisher: "sec", name: `${accession}.txt`, text, states };
});
