/** The current service and its key. */
export interface Credentials {
  readonly baseUrl: string;
  readonly key: string;
}
