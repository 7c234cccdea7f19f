/** Why a file was not taken, in a sentence: what was expected, what came, and what to do. */
export class FileRefusal extends Error {
  override readonly name = "FileRefusal";
}
