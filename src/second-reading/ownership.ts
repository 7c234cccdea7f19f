import type { OwnershipReading, TransactionReading } from "./reading";
import { dayOf, withoutZeros, type Submission } from "./submission";
import { allNamed, numberOf, elementText } from "./xml";

/** The symbols that a filer typed: `BRK.A, BRK.B`, `BF-A BF-B`, `NYSE: IBM`. A blank before one letter may separate a class, so it is read as one. */
export function symbolsTyped(text: string): readonly string[] {
  const parts = text
    .toUpperCase()
    .replace(/\b(NYSE|NASDAQ|OTC\w*|AMEX)\s*:/g, " ")
    // Markets without a colon, the country of data vendors, and warrants named by the shares' symbol and two letters.
    .replace(/\b(NYSE|NASDAQ|AMEX|TSXV?|OTC(BB|Q[BX])?|TASE)\b/g, " ")
    .replace(/(\w)\s+US\b/g, "$1")
    .replace(/(\w)[ /]+(WS|WT|UN|RT)\b/g, "$1.$2")
    .split(/[,;&()]|\s+AND\s+|\s{1,}(?=[A-Z]{2})/);
  const symbols = parts.map((part) => part.trim().replace(/[\s/-]+/g, ".")).filter((part) => /^[A-Z][A-Z0-9.]*$/.test(part));
  return [...new Set(symbols.filter((symbol) => symbol !== "NONE" && symbol !== "N.A"))];
}

const TRUE = /^(1|true)$/i;

/** A Form 4 or 5 with the transactions of its Table I (securities that are no derivatives). Source: the SEC's ownership XML technical specification. */
export function readOwnership({ filed, documents }: Submission): (OwnershipReading | TransactionReading)[] {
  const form = documents.flatMap((document) => allNamed(document, "ownershipDocument"))[0];
  const type = form && elementText(form, "documentType");
  const period = form && dayOf(elementText(form, "periodOfReport"));
  if (!form || type === undefined || period === undefined || !/^[45](\/A)?$/.test(type)) return [];
  const plan = elementText(form, "aff10b5One");
  return [
    {
      kind: "ownership",
      form: type,
      period,
      original: dayOf(elementText(form, "dateOfOriginalSubmission")),
      filed,
      issuer: withoutZeros(elementText(form, "issuerCik") ?? ""),
      symbols: symbolsTyped(elementText(form, "issuerTradingSymbol") ?? ""),
      owners: allNamed(form, "reportingOwner").map((owner) => withoutZeros(elementText(owner, "rptOwnerCik") ?? "")),
      plan10b5: plan === undefined ? undefined : TRUE.test(plan),
      line: form.line,
    },
    ...allNamed(form, "nonDerivativeTransaction").flatMap((line): TransactionReading[] => {
      const date = dayOf(elementText(line, "transactionDate"));
      const code = elementText(line, "transactionCode");
      if (date === undefined || code === undefined) return [];
      const side = elementText(line, "transactionAcquiredDisposedCode");
      return [
        {
          kind: "transaction",
          date,
          code,
          disposed: side === undefined ? undefined : side === "D",
          shares: numberOf(line, "transactionShares"),
          price: numberOf(line, "transactionPricePerShare"),
          security: elementText(line, "securityTitle") ?? "",
          line: line.line,
        },
      ];
    }),
  ];
}

/**
 * An open-market line that cannot be true as typed: a purchase that disposes, a sale that acquires, no shares, a price below zero, a day after the filing.
 *
 * @param filed undefined if the document does not state it
 */
export const isImpossible = ({ code, disposed, shares, price, date }: TransactionReading, filed?: string): boolean =>
  disposed !== (code === "S") || shares === undefined || shares <= 0 || (price !== undefined && price < 0) || (filed !== undefined && date > filed);

/** A title that names no shares of the company itself: preferred stock, debt, rights on shares, units of a partnership below it. */
const OTHER_SECURITY =
  /prefer|\bnotes?\b|debenture|bond\b|%|\bdue (19|20)\d\d|warrant|option|\bright\b|depositary shares?.*(each|represent)|restricted stock unit|(operating|limited) partnership|\b(OP|LTIP) units?\b|interests?\b/i;
/** Shares that are traded with rights attached to them: `Common Stock and Preferred Share Purchase Rights`. */
const WITH_RIGHTS = /\b(common|ordinary) (stock|shares?)\b.*\b(and|with)\b.*\brights?\b/i;

/** True for shares of the company, of whichever class. A title that is blank or unknown counts. */
export const isCommon = ({ security }: TransactionReading): boolean =>
  WITH_RIGHTS.test(security) || /beneficial interest/i.test(security) || !OTHER_SECURITY.test(security);
