import { ProgressBar } from "./progress-bar";

interface WorkProgressProps {
  readonly words: string;
  readonly done: number;
  /** 0 where it is not known. */
  readonly of: number;
  readonly stop: () => void;
}

/** How far long work is, and the button that stops it. */
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
