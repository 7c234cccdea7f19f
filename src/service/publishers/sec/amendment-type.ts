/** Amendment types on the cover page of a report of holdings: it replaces the report for the quarter, or adds to it. There are no others. */
export const isAmendmentType = (text: string): boolean => /^(RESTATEMENT|NEW HOLDINGS)$/i.test(text);

export const addsTo = (amendment: string): boolean => /^NEW HOLDINGS$/i.test(amendment);
