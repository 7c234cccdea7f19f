/** Off-exchange short sale volume of one symbol on one day, in shares. Short volume includes exempt volume. */
export interface ShortVolume {
  readonly short_volume: number;
  readonly short_exempt_volume: number;
  readonly total_volume: number;
  /** The facilities that reported, such as `B,Q,N`. */
  readonly market: string;
}
