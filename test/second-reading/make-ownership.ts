import fc from "fast-check";
import type { TransactionReading } from "../../src/second-reading/reading";
import type { Made } from "./made";

const TITLES = [
  "Common Stock",
  "Common Stock, par value $0.001",
  "Class A Common Stock",
  "Ordinary Shares",
  "6.50% Series A Cumulative Preferred Stock",
  "7.00% Senior Notes due 2030",
  "Warrants (right to buy)",
] as const;

const trade = fc.record({
  title: fc.constantFrom(...TITLES),
  date: fc.constantFrom("2025-06-09", "2025-06-10"),
  code: fc.constantFrom("P", "S", "M", "F", "A", "G"),
  // An impossible line: a sale that acquires, a purchase that disposes.
  isTurned: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  shares: fc.integer({ min: 1, max: 500_000 }).map((n) => (n % 19 === 0 ? 0 : n)),
  price: fc.constantFrom("10", "10.00", "25.1234", "0.97", ""),
});
const odd = fc.record({
  trades: fc.array(trade, { maxLength: 6 }),
  form: fc.constantFrom("4", "4/A", "5"),
  symbol: fc.constantFrom("MADE", "BRK.A, BRK.B", "BF-A BF-B", "made", "NONE"),
  owners: fc.integer({ min: 1, max: 3 }),
  plan: fc.constantFrom("", "<aff10b5One>0</aff10b5One>", "<aff10b5One>true</aff10b5One>"),
  isSpaced: fc.boolean(),
});

/** A full-text submission of a Form 4 or 5. */
export const madeOwnership: fc.Arbitrary<Made> = odd.map(({ trades, form, symbol, owners, plan, isSpaced }): Made => {
  const value = (name: string, text: string | number): string => (text === "" ? `<${name}></${name}>` : `<${name}><value>${text}</value></${name}>`);
  const lines = trades.map(({ title, date, code, isTurned, shares, price }) => {
    const acquires = ["P", "M", "A"].includes(code) !== isTurned;
    return `<nonDerivativeTransaction>${value("securityTitle", title)}${value("transactionDate", date)}<transactionCoding><transactionFormType>4</transactionFormType><transactionCode>${code}</transactionCode><equitySwapInvolved>0</equitySwapInvolved></transactionCoding><transactionAmounts>${value("transactionShares", shares)}${value("transactionPricePerShare", price)}${value("transactionAcquiredDisposedCode", acquires ? "A" : "D")}</transactionAmounts><postTransactionAmounts>${value("sharesOwnedFollowingTransaction", 1_000_000)}</postTransactionAmounts><ownershipNature>${value("directOrIndirectOwnership", "D")}</ownershipNature></nonDerivativeTransaction>`;
  });
  const people = Array.from(
    { length: owners },
    (_, i) =>
      `<reportingOwner><reportingOwnerId><rptOwnerCik>000080000${i + 1}</rptOwnerCik><rptOwnerName>Owner ${i + 1}</rptOwnerName></reportingOwnerId><reportingOwnerRelationship><isDirector>1</isDirector></reportingOwnerRelationship></reportingOwner>`,
  );
  const original = form === "4/A" ? "<dateOfOriginalSubmission>2025-06-11</dateOfOriginalSubmission>" : "";
  const xml = `<ownershipDocument><schemaVersion>X0508</schemaVersion><documentType>${form}</documentType><periodOfReport>2025-06-10</periodOfReport>${original}<issuer><issuerCik>0000910500</issuerCik><issuerName>Made &amp; Co</issuerName><issuerTradingSymbol>${symbol}</issuerTradingSymbol></issuer>${people.join("")}${plan}<nonDerivativeTable>${lines.join("")}</nonDerivativeTable><footnotes><footnote id="F1">Sold 5 shares at 3 &lt; 4.</footnote></footnotes><ownerSignature><signatureName>x</signatureName><signatureDate>2025-06-12</signatureDate></ownerSignature></ownershipDocument>`;
  const accession = "0000910500-25-000001";
  const text = `<SEC-DOCUMENT>${accession}.txt : 20250612
<SEC-HEADER>${accession}.hdr.sgml : 20250612
ACCESSION NUMBER:		${accession}
CONFORMED SUBMISSION TYPE:	${form}
PUBLIC DOCUMENT COUNT:		1
CONFORMED PERIOD OF REPORT:	20250610
FILED AS OF DATE:		20250612

ISSUER:

	COMPANY DATA:
		COMPANY CONFORMED NAME:			Made & Co
		CENTRAL INDEX KEY:			0000910500
</SEC-HEADER>
<DOCUMENT>
<TYPE>${form}
<SEQUENCE>1
<FILENAME>form4.xml
<TEXT>
<XML>
<?xml version="1.0"?>${isSpaced ? xml.replace(/></g, ">\n  <") : xml}
</XML>
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>
`;
  const states = trades.map(({ title, date, code, isTurned, shares, price }): Partial<TransactionReading> => ({
    kind: "transaction",
    security: title,
    date,
    code,
    disposed: ["P", "M", "A"].includes(code) === isTurned,
    shares,
    price: price === "" ? undefined : Number(price),
  }));
  return { publisher: "sec", name: `${accession}.txt`, text, states };
});
