/** Why an action was refused, beside its control; empty without a message. Screen readers announce it. */
export const Refusal = ({ message }: { readonly message: string | undefined }) => <div role="alert">{message && <p class="problem">{message}</p>}</div>;
