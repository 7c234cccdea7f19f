import type { Feeds } from "../store/feeds";
import type { Publisher } from "./publisher";

/** On where the operator has said so, or, without a word of theirs, where the terms allow it. */
export const isOn = (feeds: Feeds, publisher: Publisher): boolean => feeds.decision(publisher.id)?.enabled ?? publisher.terms.defaultOn;
