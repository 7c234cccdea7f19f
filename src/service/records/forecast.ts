/** A forecast of one observation of a series, from the operator's own source. The record's date is that of the observation. */
export interface StatedForecast {
  /** In the unit of the series. */
  readonly value: number;
  /** When it was made, ISO 8601 in UTC, if the file states more than the day. */
  readonly moment?: string;
}
