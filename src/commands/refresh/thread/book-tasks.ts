import { comparedWithLock } from "./compare-with-lock";
import { lockNow } from "./lock-now";
import { prepareBook } from "./prepare-book";

/** What is done with a book in a thread, by name. What they take and return can be sent. */
export const bookTasks = { prepareBook, compareWithLock: comparedWithLock, lockNow };
export type BookTasks = typeof bookTasks;
