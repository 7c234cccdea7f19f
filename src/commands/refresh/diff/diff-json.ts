import type { LockedCell } from "../../../proof/diff-locks";
import type { Compared } from "./compared";
import type { NamedLock } from "./lock-pair";
import { classCounts } from "./diff-words";

const side = ({ name, lock: { book, service, refresh } }: NamedLock) => ({ lock: name, book, service, refresh });

/** A cell as its lock has it, with the answers to its questions. */
function cellOf(cell: LockedCell, { lock }: NamedLock) {
  const { answers, questions, ...rest } = cell;
  return { ...rest, ...(questions ? { questions: Object.fromEntries(answers.map(({ question }) => [question, lock.questions[question]])) } : {}) };
}

/** The differences as JSON: the two locks, the number of cells of each class, and the cells, with answers as in docs/book-lock.schema.json. */
export const diffJson = ({ before, after, changes, notes }: Compared): string =>
  `${JSON.stringify(
    {
      before: side(before),
      after: side(after),
      notes,
      classes: Object.fromEntries(classCounts(changes)),
      cells: changes.map(({ where, classes, followsFrom, before: was, after: now }) => ({
        cell: where,
        classes,
        ...(followsFrom ? { follows_from: followsFrom } : {}),
        ...(was ? { before: cellOf(was, before) } : {}),
        ...(now ? { after: cellOf(now, after) } : {}),
      })),
    },
    null,
    2,
  )}\n`;
