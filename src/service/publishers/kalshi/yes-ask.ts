/** The ask of Yes. The book has only bids: a bid for No at p is an offer of Yes at 1 − p. */
export const yesAskOf = (bestNoBid: number): number => Number((1 - bestNoBid).toFixed(4));
