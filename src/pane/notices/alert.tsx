import { useInView } from "../hooks/use-in-view";

/** Why an action was refused, beside its control; empty without a message. Screen readers announce it, and it is scrolled into view. */
export function Alert({ message }: { readonly message: string | undefined }) {
  const box = useInView<HTMLDivElement>(message);
  return (
    <div role="alert" ref={box}>
      {message && <p class="problem">{message}</p>}
    </div>
  );
}
