/** Short sale volume of one symbol on one day, off exchange, in shares; exempt volume is a part of the short one. */
export interface ShortVolume {
  readonly short_volume: number;
  readonly short_exempt_volume: number;
  readonly total_volume: number;
  /** The facilities that reported, such as `B,Q,N`. */
  readonly market: string;
}
