/**
 * Runs work, then closes what it has opened: the last first, after a failure too. A part that cannot be closed does not keep the others open.
 *
 * @param work gets a function that registers how an opened part is closed
 * @throws the first error, after everything is closed
 */
export async function closeAfter(work: (closeLater: (close: () => unknown) => void) => Promise<void>): Promise<void> {
  const closers: (() => unknown)[] = [];
  const errors: unknown[] = [];
  const run = async (part: () => unknown): Promise<void> => {
    try {
      await part();
    } catch (e) {
      errors.push(e);
    }
  };
  await run(() => work((close) => closers.push(close)));
  for (const close of closers.reverse()) await run(close);
  if (errors.length > 0) throw errors[0];
}
