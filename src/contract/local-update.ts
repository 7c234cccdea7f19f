/** Where the update of one publisher is. `not_fetched`: a setting is missing. */
export type PublisherProgress = "waiting" | "running" | "done" | "failed" | "not_fetched";

/** One publisher of an update. */
export interface PublisherUpdate {
  readonly id: string;
  readonly name: string;
  readonly state: PublisherProgress;
  /** Kinds of documents: those that are finished, and all that are due. */
  readonly feeds: { readonly done: number; readonly of: number };
  /** The feed that is fetched now: in documents, or in bytes while a large document is read. */
  readonly now?: { readonly done: number; readonly of: number; readonly bytes: boolean };
  /** Documents received, and rows that are new or changed, of the finished feeds. */
  readonly documents: number;
  readonly added: number;
  readonly changed: number;
  /** Failures and missing settings, each a sentence that ends with what to do; at most three of a feed. */
  readonly messages: readonly string[];
}

/** A publisher that an update leaves out until the operator does something. */
export interface LeftOutPublisher {
  readonly id: string;
  readonly name: string;
  /** Why, in a sentence. */
  readonly why: string;
  /** The lines to type in a terminal, in order. */
  readonly lines: readonly string[];
}

/** The update that the service on this computer runs for its own pages. */
export interface LocalUpdate {
  /** `elsewhere`: another command updates this data. `stopping`: cancelled; the document in hand is discarded. */
  readonly phase: "idle" | "running" | "stopping" | "elsewhere";
  /** How the last one ended. `nothing_due`: every publisher was fetched after its last publication. */
  readonly ended?: "done" | "nothing_due" | "stopped" | "failed";
  /** What went wrong with the whole update, and what to do. */
  readonly message?: string;
  /** Publishers of the running or last update; before the first, those that are due. */
  readonly publishers: readonly PublisherUpdate[];
  readonly leftOut: readonly LeftOutPublisher[];
}
