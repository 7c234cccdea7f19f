/** One line of the information table. */
export interface Position {
  readonly issuer?: string;
  readonly title?: string;
  readonly cusip?: string;
  readonly value: number;
  readonly shares: number;
  readonly type?: string;
  /** An option on the shares. */
  readonly putCall?: string;
}

interface Form13f {
  /** Digits of the day: `20240214`. */
  readonly filed: string;
  readonly accession?: string;
  readonly form?: string;
  readonly positions: readonly Position[];
  /** The number of lines that the cover page states. */
  readonly total?: number;
  /** More of the cover page. */
  readonly cover?: string;
  /** The namespace's prefix of the table, such as `n:`. */
  readonly prefix?: string;
}

/** A made-up report of holdings on Form 13F, as the SEC's complete submission text file. */
export function form13fText({
  filed,
  accession = "0000000005-21-000001",
  form = "13F-HR",
  positions,
  total = positions.length,
  cover = "",
  prefix = "n:",
}: Form13f): string {
  const element = (name: string, text: string | number): string => `<${prefix}${name}>${text}</${prefix}${name}>`;
  const lines = positions.map(({ issuer = "ODDLY NAMED CO", title = "COM", cusip = "100000000", value, shares, type = "SH", putCall }) =>
    element(
      "infoTable",
      element("nameOfIssuer", issuer) +
        element("titleOfClass", title) +
        element("cusip", cusip) +
        element("value", value) +
        element("shrsOrPrnAmt", element("sshPrnamt", shares) + element("sshPrnamtType", type)) +
        (putCall === undefined ? "" : element("putCall", putCall)) +
        element("votingAuthority", element("Sole", shares) + element("Shared", 0)),
    ),
  );
  const summary = `<edgarSubmission><periodOfReport>12-31-2020</periodOfReport><tableEntryTotal>${total}</tableEntryTotal>${cover}</edgarSubmission>`;
  return [
    `<SEC-DOCUMENT>${accession}.txt : ${filed}\n<SEC-HEADER>${accession}.hdr.sgml : ${filed}\nACCESSION NUMBER:\t\t${accession}\nCONFORMED SUBMISSION TYPE:\t${form}`,
    `CONFORMED PERIOD OF REPORT:\t20201231\nFILED AS OF DATE:\t\t${filed}\n\tCOMPANY CONFORMED NAME:\t\t\tHOLDER LLC\n\tCENTRAL INDEX KEY:\t\t\t0000000005\n</SEC-HEADER>`,
    `<DOCUMENT>\n<TYPE>${form}\n<TEXT>\n<XML>\n${summary}\n</XML>\n</TEXT>\n</DOCUMENT>`,
    `<DOCUMENT>\n<TYPE>INFORMATION TABLE\n<TEXT>\n<XML>\n${element("informationTable", lines.join("\n"))}\n</XML>\n</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>\n`,
  ].join("\n");
}
