import type { TSchema } from "@sinclair/typebox";
import { ErrorBody } from "../../contract/wire";

const refusal = (description: string): TSchema => ({ ...ErrorBody, description });

/** What every endpoint may answer instead, by status, for its declaration. An endpoint adds what only it refuses. */
export const REFUSALS = {
  401: refusal("The key is missing, malformed, unknown, revoked or over quota: `detail` is an object that says which."),
  422: refusal("The request does not have the form that is declared here: `detail` says where, what was expected and what came."),
  429: refusal("Too many requests in this minute; the header Retry-After says for how many seconds to wait."),
  500: refusal("A fault of the service itself."),
};

/** What a client has to send, whatever it was that could not be read. */
export const UNREADABLE_BODY = "the body cannot be read: expected JSON, with the header Content-Type: application/json";
export const UNREADABLE = { 400: refusal("The body is not JSON, is empty, or comes with another content type: `detail` says which.") };
export const NOT_FOUND = { 404: refusal("There is no such name: `detail` gives the nearest known ones.") };
export const UNAVAILABLE = { 503: refusal("A source that is asked while the request waits could not be asked, or refused: `detail` says why.") };
export const TOO_LARGE = { 413: refusal("The body is larger than 1 MiB.") };
