/** The format of `book.lock.json`, apart from its types so that a page can read a lock without a validator. */
export const LOCK_FORMAT = "service-book-lock 1";
