import { ProgressBar } from "./progress-bar";

interface WorkProgressProps {
  readonly words: string;
  readonly done: number;
  /** The total; 0 while it is unknown. */
  readonly of: number;
  readonly stop: () => void;
}

/** Progress of long work, with a Stop button. */
export function WorkProgress({ words, done, of, stop }: WorkProgressProps) {
  return (
    <>
      <ProgressBar label={words} done={done} of={of} />
      <div class="buttons">
        <button type="button" onClick={stop}>
          Stop
        </button>
      </div>
    </>
  );
}
