/** Off-exchange short sale volume of one symbol on one day, in shares. Short volume includes exempt volume. */
export interface ShortVolume {
  readonly short_volume: number;
  /** Null in files of 2009 and after, which do not count them. */
  readonly short_exempt_volume: number | null;
  readonly total_volume: number;
  /** The facilities that reported, such as `B,Q,N`. */
  readonly market: string;
}
