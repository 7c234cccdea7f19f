import { useLayoutEffect, useRef } from "preact/hooks";
import type { DeskQuestion } from "./desk";

/** A modal question. Escape closes it without an answer. */
export function QuestionBox({ question, close }: { readonly question: DeskQuestion; readonly close: () => void }) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    box.current?.showModal();
    return () => before instanceof HTMLElement && before.focus();
  }, []);
  return (
    <dialog ref={box} class="wb-question" aria-labelledby="wb-question-title" aria-describedby="wb-question-text" onClose={close}>
      <h2 id="wb-question-title">{question.title}</h2>
      <p id="wb-question-text">{question.text}</p>
      <div class="wb-answers">
        {question.answers.map(({ label, main, run }) => (
          <button
            key={label}
            type="button"
            class={main ? "wb-main-answer" : ""}
            onClick={() => {
              close();
              run();
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </dialog>
  );
}
