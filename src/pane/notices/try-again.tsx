interface TryAgainProps {
  readonly message: string;
  readonly again: () => void;
}

/** Says why something could not be loaded, with a button to load it again. */
export function TryAgain({ message, again }: TryAgainProps) {
  return (
    <div class="problem">
      <p role="alert">{message}</p>
      <button type="button" onClick={again}>
        Try again
      </button>
    </div>
  );
}
