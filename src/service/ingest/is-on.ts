import type { Feeds } from "../store/feeds";
import type { Publisher } from "../publishers/publisher";

/** On where the operator has said so, or, without a word of theirs, where the terms allow it. */
export const isOn = (feeds: Feeds, publisher: Publisher): boolean => feeds.decision(publisher.id)?.enabled ?? publisher.terms.defaultOn;

/** Never asked, neither by an update nor by a cell: a person brings its files. It is neither on nor off, and what was brought is served. */
export const isFilesOnly = ({ live, feeds }: Publisher): boolean => !live && !feeds.some((f) => f.fetching);
