import type { ChangeClass } from "./diff-locks";

interface ClassWords {
  /** A few words, as a label. */
  readonly label: string;
  /** What it means, in a sentence. */
  readonly meaning: string;
}

/** The words for each class of change. */
export const CHANGE_WORDS: Readonly<Record<ChangeClass, ClassWords>> = {
  became_reason: { label: "Became a reason", meaning: "There was a value, and now there is a reason why there is none." },
  became_value: { label: "Reason became a value", meaning: "There was a reason, and now there is a value." },
  other_reason: { label: "Another reason", meaning: "There is still no value, for another reason." },
  to_sample: { label: "Published → sample", meaning: "The value was published data, and is now sample data." },
  to_published: { label: "Sample → published", meaning: "The value was sample data, and is now published data." },
  rule: { label: "Other rule", meaning: "The service reads the same documents by a rule that was corrected since." },
  revision: { label: "Revision", meaning: "The same period has another value." },
  new_period: { label: "New period", meaning: "The value is of a later period." },
  earlier_period: { label: "Earlier period", meaning: "The value is of an earlier period than before." },
  new_window: { label: "New window", meaning: "The value counts what happened up to now: its window of time moved on, or more of it became known." },
  other_value: { label: "Another value", meaning: "The answer has another value, and its observation date does not say why." },
  other_components: { label: "Other components", meaning: "The value is computed from other components: one was added or is missing." },
  source_changed: { label: "Source changed", meaning: "The value comes from another source." },
  unit_changed: { label: "Unit changed", meaning: "The value has another unit." },
  formula_changed: { label: "Formula changed", meaning: "The cell has another formula." },
  argument_changed: { label: "Argument changed", meaning: "The same formula asks another question, because a cell that it reads changed." },
  added: { label: "Added", meaning: "The cell is only in the second lock." },
  removed: { label: "Removed", meaning: "The cell is only in the first lock." },
  kept: { label: "Value kept", meaning: "The refresh kept an earlier value." },
  no_longer_kept: { label: "No longer kept", meaning: "The earlier refresh kept an old value, and this one calculated it." },
  follows: { label: "Follows from other cells", meaning: "The formula reads cells of the lock that changed." },
  other_input: { label: "Other input", meaning: "Something that a lock does not have changed: a typed value, a name, a table, or the date." },
};
