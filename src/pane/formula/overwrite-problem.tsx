import { useInView } from "../hooks/use-in-view";

/** Why cells were not written, and whether they can be overwritten. */
export interface NotWritten {
  readonly message: string;
  readonly over: boolean;
}

interface OverwriteProblemProps {
  readonly problem: NotWritten | undefined;
  /** The button's text; undefined if there is no place to write to. */
  readonly label: string | undefined;
  readonly overwrite: () => void;
}

/** An alert under a form that writes cells; empty without a problem. It is scrolled into view. */
export function OverwriteProblem({ problem, label, overwrite }: OverwriteProblemProps) {
  const box = useInView<HTMLDivElement>(problem?.message);
  return (
    <div role="alert" ref={box}>
      {problem && (
        <div class="problem">
          <p>{problem.message}</p>
          {problem.over && label !== undefined && (
            <button type="button" onClick={overwrite}>
              {label}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
