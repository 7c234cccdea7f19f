import { RUN } from "./data-io";

/** Documents that bring nothing for now because what values them is not there any more, and what to do. */
export const incompleteInWords = (documents: readonly string[]): string =>
  `Without a price of its day, and so without any row now: ${documents.join(", ")}. Import the prices (${RUN} import prices FILE), then: ${RUN} rebuild whale`;
