/** A document of a published form, made up. */
export interface Made {
  readonly publisher: "sec" | "finra" | "house";
  readonly name: string;
  readonly text: string;
}
