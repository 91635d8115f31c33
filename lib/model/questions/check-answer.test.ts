import { describe, expect, it } from "vitest";
import { type AnswerValue, Question, type QuestionField } from "@/lib/contract/agents/question";
import { answerProblem, nonEmptyValues, valueProblem } from "./check-answer";

const choices = [
  { value: "a", label: "A" },
  { value: "b", label: "B" },
];
const base = { name: "x", label: "X", required: true };
const text = { type: "text", ...base } as const;
const number = { type: "number", ...base, integer: true, minimum: 1, maximum: 5 } as const;
const several = { type: "choices", ...base, choices, minItems: 1, maxItems: 1 } as const;

describe("a value", () => {
  it.each<[QuestionField, AnswerValue | undefined, string | undefined]>([
    [text, "hi", undefined],
    [text, "", "is required"],
    [text, undefined, "is required"],
    [{ ...text, required: false }, undefined, undefined],
    [text, 1, "must be text"],
    [{ ...text, minLength: 3 }, "hi", "must have at least 3 characters"],
    [{ ...text, maxLength: 1 }, "hi", "can have at most 1 character"],
    [{ ...text, format: "email" }, "ada@example.test", undefined],
    [{ ...text, format: "email" }, "ada", "must be an email address"],
    [{ ...text, format: "uri" }, "example", "must be a URL"],
    [{ ...text, format: "date" }, "2026-13-40", "must be a date (YYYY-MM-DD)"],
    [{ ...text, format: "date-time" }, "2026-01-02T03:04:05Z", undefined],
    [number, 3, undefined],
    [number, 0, "must be at least 1"],
    [number, 6, "must be at most 5"],
    [number, 1.5, "must be a whole number"],
    [{ type: "boolean", ...base }, false, undefined],
    [{ type: "boolean", ...base }, "no", "must be true or false"],
    [{ type: "choice", ...base, choices }, "a", undefined],
    [{ type: "choice", ...base, choices }, "c", "must be one of the choices"],
    [several, ["a"], undefined],
    [several, [], "is required"],
    [several, ["a", "b"], "can have at most 1 choice"],
    [{ ...several, maxItems: 2 }, ["a", "a"], "must not contain duplicates"],
    [several, ["c"], "must contain only listed choices"],
  ])("%j %j: %s", (field, value, problem) => {
    expect(valueProblem(field, value)).toBe(problem);
  });
});

it("names the field of an answer that doesn't fit", () => {
  const question = Question.parse({ id: "q", message: "m", fields: [text] });
  expect(answerProblem(question, { action: "decline" })).toBeUndefined();
  expect(answerProblem(question, { action: "accept", values: { x: "hi" } })).toBeUndefined();
  expect(answerProblem(question, { action: "accept", values: {} })).toEqual({ field: "x", message: "is required" });
  expect(answerProblem(question, { action: "accept", values: { y: "hi" } })?.field).toBe("y");
  expect(nonEmptyValues({ x: "", y: [], z: false, n: 0 })).toEqual({ z: false, n: 0 });
});

it("accepts an omitted field whose name is that of an inherited property", () => {
  const field: QuestionField = { ...text, name: "constructor", required: false };
  const question = Question.parse({ id: "q_1", message: "Which?", fields: [field] });
  expect(answerProblem(question, { action: "accept", values: {} })).toBeUndefined();
});
