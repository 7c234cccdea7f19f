/** Thrown by Google's services inside a script, which may catch it: an Exception with this message. */
export class Refusal extends Error {}
