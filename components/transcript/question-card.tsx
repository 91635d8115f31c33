"use client";

import { CircleCheck, CircleHelp, CircleSlash } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { lazyPart } from "@/components/ui/lazy-part";
import type { AnswerValue, QuestionField } from "@/lib/contract/agents/question";
import type { QuestionRow } from "@/lib/model/transcript/state";
import { useAnswering } from "./answering";

/** Loaded with the first open question. */
const QuestionForm = lazyPart(() => import("./question-form"));

const ends: ReadonlyMap<string, string> = new Map([
  ["answered", "Answered"],
  ["declined", "Declined"],
  ["expired", "Timed out"],
  ["canceled", "Canceled"],
]);

function valueText(field: QuestionField, value: AnswerValue): string {
  const label = (text: string) =>
    "choices" in field ? (field.choices.find((choice) => choice.value === text)?.label ?? text) : text;
  if (Array.isArray(value)) return value.map(label).join(", ");
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return label(String(value));
}

/** An agent's question: with a form while it is open, then with the answer. */
export function QuestionCard({ run, row }: { run: string; row: QuestionRow }) {
  const answering = useAnswering();
  const { question, end, values } = row;
  const open = end === undefined;
  const Icon = open ? CircleHelp : end === "answered" ? CircleCheck : CircleSlash;
  const responses = question.fields.flatMap((field) => {
    const value = values?.[field.name];
    return value === undefined ? [] : [{ field, value }];
  });
  return (
    <section
      aria-label="Question"
      className={classNames("space-y-3 rounded-md border px-3 py-2.5", open && "border-warning/50 bg-warning-soft/40")}
    >
      <div className="flex items-start gap-2">
        <Icon
          aria-hidden
          className={classNames("mt-0.5 size-4 shrink-0", open ? "text-warning" : "text-muted-foreground")}
        />
        <div className="min-w-0 flex-1">
          <p className="text-muted-foreground text-xs">
            {open ? "The agent needs your input" : (ends.get(end) ?? end)}
          </p>
          <p className="whitespace-pre-wrap break-words text-sm">{question.message}</p>
        </div>
      </div>
      {responses.length > 0 ? (
        <dl className="space-y-1 pl-6 text-sm">
          {responses.map(({ field, value }) => (
            <div key={field.name} className="flex flex-wrap gap-x-2">
              <dt className="text-muted-foreground">{field.label}:</dt>
              <dd className="min-w-0 whitespace-pre-wrap break-words">{valueText(field, value)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {open && answering ? (
        answering.canAnswer ? (
          <QuestionForm agentId={answering.agentId} runId={run} question={question} onAnswered={answering.onAnswered} />
        ) : (
          <p className="pl-6 text-muted-foreground text-xs">You need the Operator role to answer.</p>
        )
      ) : null}
    </section>
  );
}
