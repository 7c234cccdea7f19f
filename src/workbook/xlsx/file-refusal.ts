/** Why a file was refused; the message says what was expected, what was received, and what to do. */
export class FileRefusal extends Error {
  override readonly name = "FileRefusal";
}
