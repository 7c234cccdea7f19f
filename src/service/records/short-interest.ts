/** One settlement of one symbol as published; null if not stated. */
export interface PublishedShortInterest {
  readonly name: string;
  readonly short_interest: number;
  readonly previous_short_interest: number | null;
  readonly avg_daily_volume: number | null;
  readonly days_to_cover: number | null;
  readonly days_to_cover_censored: boolean;
  readonly change_pct: number | null;
  readonly revised: boolean;
}
