import type { ButtonHTMLAttributes, ComponentChildren, HTMLAttributes, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface ButtonProps extends Omit<ButtonHTMLAttributes, "children" | "onClick" | "type"> {
  readonly words: ComponentChildren;
  readonly act: (() => unknown) | undefined;
}

/** A button: its words, what a press does, and attributes of the element. */
export const Button = ({ words, act, ...attributes }: ButtonProps) => (
  <button type="button" {...attributes} onClick={() => void act?.()}>
    {words}
  </button>
);

interface SectionProps extends Omit<HTMLAttributes<HTMLElement>, "id"> {
  /** Of the heading. */
  readonly id: string;
  readonly heading: ComponentChildren;
}

/** A part of a tab, named by its heading. */
export const Section = ({ id, heading, children, ...attributes }: SectionProps) => (
  <section {...attributes} aria-labelledby={id}>
    <h2 id={id}>{heading}</h2>
    {children}
  </section>
);

/** Events by which the user may look at another place. */
const ACTS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** Keeps an element in view from when it gets a message until the user's next act: a preview that arrives later above it would push it below the window's edge. */
function useInView<E extends Element>(message: string | undefined): RefObject<E | null> {
  const element = useRef<E | null>(null);
  useEffect(() => {
    const shown = element.current;
    if (message === undefined || !shown) return undefined;
    const show = () => shown.scrollIntoView({ block: "nearest" });
    const observer = new ResizeObserver(show);
    for (let around = shown.parentElement; around; around = around.parentElement) observer.observe(around);
    const act = () => observer.disconnect();
    for (const type of ACTS) addEventListener(type, act, { capture: true, passive: true });
    show();
    return () => {
      act();
      for (const type of ACTS) removeEventListener(type, act, { capture: true });
    };
  }, [message]);
  return element;
}

interface AlertProps {
  /** For fields that it describes. */
  readonly id?: string;
  readonly message: string | undefined;
  /** Name of a button that does something about it. */
  readonly button?: string | undefined;
  readonly act?: () => void;
}

/** Why an action was refused, beside its control; empty without a message. Screen readers announce it, and it is scrolled into view. */
export function Alert({ id, message, button, act }: AlertProps) {
  const box = useInView<HTMLDivElement>(message);
  return (
    <div id={id} role="alert" ref={box}>
      {message && (
        <div class="problem">
          <p>{message}</p>
          {button && <Button words={button} act={act} />}
        </div>
      )}
    </div>
  );
}
