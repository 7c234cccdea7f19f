/** For how many days after its observation date an observation counts as the latest, and why: how often and how late the source publishes. */
export const AGES_OF_SERIES = {
  daily_series: [7, "published the next business day; markets usually close for at most four days"],
  daily_in_weekly_release: [14, "published each Monday for the week before; a holiday moves it by a day"],
  commercial_paper: [14, "published the next business day; days without trades have no value"],
  weekly_series: [16, "published up to six days after its week, replaced seven days later; three more days for holidays"],
  monthly_rate: [70, "dated by the first of its month, published at its end, replaced a month later"],
  monthly_prices: [120, "dated by the first of its month, published in the middle of the next; if a release is skipped, replaced two months later"],
  monthly_money: [100, "dated by the first of its month, published at the end of the next, replaced a month later"],
  monthly_yields: [115, "dated by the first of its month, published up to 45 days after its end"],
} as const satisfies Readonly<Record<string, readonly [days: number, why: string]>>;

export type SeriesAge = keyof typeof AGES_OF_SERIES;
