/**
 * How the moment at which a value became public is known: its publisher states it, for an observation in a file of vintages; a release rule gives it; it was not
 * later than this; or this service first saw the value then.
 */
export const PUBLICATION_BASES = ["stated", "rule", "late bound", "first seen"] as const;
export type PublicationBasis = (typeof PUBLICATION_BASES)[number];
