"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import type { AnswerValue, Question } from "@/lib/contract/agents/question";
import { nonEmptyValues, valueProblem } from "@/lib/model/questions/check-answer";
import { QuestionInput } from "./question-input";
import { useAnswer } from "./use-answer";

interface QuestionFormProps {
  agentId: string;
  runId: string;
  question: Question;
  onAnswered: () => unknown;
}

type Values = Readonly<Record<string, AnswerValue>>;

const initialValues = ({ fields }: Question): Values =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = field.default ?? (field.type === "boolean" ? false : undefined);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );

/** The form of an open question. The values stay until the stream shows that the question is closed. */
export default function QuestionForm({ agentId, runId, question, onAnswered }: QuestionFormProps) {
  const [values, setValues] = useState<Values>(() => initialValues(question));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const { mutate, isPending, isSuccess, error } = useAnswer({ agentId, runId, questionId: question.id, onAnswered });
  const form = useId();
  const busy = isPending || isSuccess;

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = question.fields.flatMap((field) => {
      const problem = valueProblem(field, values[field.name]);
      return problem === undefined ? [] : [[field.name, problem]];
    });
    setProblems(Object.fromEntries(found));
    const [first] = found;
    if (first)
      document.getElementById(`${form}-${first[0]}`)?.querySelector<HTMLElement>("input, select, textarea")?.focus();
    else mutate({ action: "accept", values: nonEmptyValues(values) });
  };

  return (
    <form noValidate className="space-y-3 pl-6" onSubmit={send}>
      {question.fields.map((field) => (
        <div key={field.name} id={`${form}-${field.name}`}>
          <QuestionInput
            field={field}
            value={values[field.name]}
            error={problems[field.name]}
            onValue={(value) => {
              setValues(({ [field.name]: _, ...rest }) =>
                value === undefined ? rest : { ...rest, [field.name]: value },
              );
              setProblems(({ [field.name]: _, ...rest }) => rest);
            }}
          />
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" disabled={busy}>
          {question.fields.length === 0 ? "Approve" : "Send answer"}
        </Button>
        <Button disabled={busy} onClick={() => mutate({ action: "decline" })}>
          {question.fields.length === 0 ? "Deny" : "Decline"}
        </Button>
      </div>
      {error ? <CallFailure error={error}>Couldn't send the answer.</CallFailure> : null}
    </form>
  );
}
