import type { Feeds } from "../store/feeds";
import type { Publisher } from "../publishers/publisher";

/** True if the operator turned the publisher on or, without a decision, if its terms allow it by default. */
export const isPublisherOn = (feeds: Feeds, publisher: Publisher): boolean => feeds.decision(publisher.id)?.enabled ?? publisher.terms.defaultOn;

/** True for a publisher that is never fetched: a person brings its files. It can be neither on nor off; imported data is always served. */
export const isFilesOnly = ({ live, feeds }: Publisher): boolean => !live && !feeds.some((f) => f.fetching);
