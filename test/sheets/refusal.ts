/** What Google's services throw inside a script: the script sees an Exception with these words and may catch it. */
export class Refusal extends Error {}
