/** The service in use and its key, in memory: what every request is made with. */
export interface Credentials {
  readonly baseUrl: string;
  readonly key: string;
}
