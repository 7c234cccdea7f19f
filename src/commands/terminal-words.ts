import { wordsFor } from "../core/failure-words";

/** Failure messages for a terminal. */
export const terminalWords = wordsFor({
  retry: "Run the command again",
  enterKey: (which) => `Set SERVICE_API_KEY to ${which} key`,
  noKey: "Set SERVICE_API_KEY to your key",
  unreachable: "The service cannot be reached. Check the connection and the address, then run the command again",
  address: "this address",
  correctAddress: "Correct --url",
  checkAddress: "Check --url",
  correctAsOf: "Correct --as-of",
  seePlan: "Contact the service operator",
});
