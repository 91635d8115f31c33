import { expect, it } from "vitest";
import type { Question, QuestionField } from "@/lib/contract/agents/question";
import { maxQuickMessage, quickAnswers } from "./quick-answers";

const choice = (...labels: string[]): QuestionField => ({
  type: "choice",
  name: "option",
  label: "Options",
  required: true,
  choices: labels.map((label) => ({ value: `value of ${label}`, label })),
});
const ask = (fields: QuestionField[], message = "Delete the branch?"): Question => ({ id: "q", message, fields });
const labels = (question: Question) => quickAnswers(question)?.map(({ label }) => label);

it("offers to approve or deny a request without fields", () => {
  expect(quickAnswers(ask([]))).toEqual([
    { label: "Approve", answer: { action: "accept", values: {} } },
    { label: "Deny", answer: { action: "decline" } },
  ]);
});

it("offers each of up to three choices, and to decline", () => {
  expect(quickAnswers(ask([choice("Once", "Always")]))).toEqual([
    { label: "Once", answer: { action: "accept", values: { option: "value of Once" } } },
    { label: "Always", answer: { action: "accept", values: { option: "value of Always" } } },
    { label: "Decline", answer: { action: "decline" } },
  ]);
  expect(labels(ask([choice("a", "b", "c")]))).toHaveLength(4);
  expect(labels(ask([choice("a", "b", "c", "d")]))).toBeUndefined();
});

it("requires the form for text, several fields, long texts, and labels that can be confused", () => {
  const text = { type: "text", name: "t", label: "T", required: true } as const;
  expect(labels(ask([text]))).toBeUndefined();
  expect(labels(ask([choice("a"), choice("b")]))).toBeUndefined();
  expect(labels(ask([], "x".repeat(maxQuickMessage + 1)))).toBeUndefined();
  expect(labels(ask([choice("x".repeat(41))]))).toBeUndefined();
  for (const label of ["decline", "Decline!", "De\u200bcline", "Ｄecline"]) {
    expect(labels(ask([choice(label)]))).toBeUndefined();
  }
});
