/** What Yes can be bought for. The book holds bids alone: a bid for No is an offer of Yes at one less it. */
export const yesAskOf = (bestNoBid: number): number => Number((1 - bestNoBid).toFixed(4));
