export interface Step {
  title: string;
  text?: React.ReactNode;
  state: "done" | "now" | "next";
}

const KNOTS = {
  done: "bg-accent border border-accent",
  now: "border-[3px] border-accent bg-paper",
  next: "border border-edge bg-paper",
};

/** Steps as knots on a thread: filled is done, hollow and thick is now, thin is to come. Words say it too. */
export const Thread = ({ steps, words }: { steps: Step[]; words: Record<Step["state"], string> }) => (
  <ol>
    {steps.map(({ title, text, state }, index) => (
      <li
        key={title}
        aria-current={state === "now" ? "step" : undefined}
        className="relative flex gap-5 pb-7 last:pb-0"
      >
        {index < steps.length - 1 && (
          <span
            aria-hidden="true"
            className={`absolute start-[9px] top-3 -bottom-2 border-s ${state === "done" ? "border-accent" : "border-line"}`}
          />
        )}
        <span className="relative z-1 flex w-5 shrink-0 justify-center pt-2" aria-hidden="true">
          <span className={`size-3.5 rotate-45 ${KNOTS[state]}`} />
        </span>
        <div className={state === "next" ? "text-soft" : ""}>
          <p className="font-semibold">
            {title}
            <span className="sr-only"> ({words[state]})</span>
          </p>
          {text && <div className="quiet first-letter:uppercase">{text}</div>}
        </div>
      </li>
    ))}
  </ol>
);
