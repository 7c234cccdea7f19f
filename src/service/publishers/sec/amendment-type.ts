/** What an amended report of holdings says on its cover page: it replaces what was filed for the quarter, or stands beside it. There is no third. */
export const isAmendmentType = (text: string): boolean => /^(RESTATEMENT|NEW HOLDINGS)$/i.test(text);

export const addsTo = (amendment: string): boolean => /^NEW HOLDINGS$/i.test(amendment);
