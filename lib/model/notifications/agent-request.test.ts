import fc from "fast-check";
import { expect, it } from "vitest";
import type { Question } from "@/lib/contract/agents/question";
import { codePoint } from "@/lib/core/testing/code-point";
import { requestText } from "./agent-request";

const same = (text: string) => text;
const ask = (message: string, ...labels: string[]): Question => {
  const choices = labels.map((label, index) => ({ value: `${index}`, label }));
  const field = { type: "choice", name: "option", label: "Options", required: true, choices } as const;
  return { id: "q", message, fields: labels.length === 0 ? [] : [field] };
};
const labels = (question: Question, mask = same) => requestText(question, mask).choices.map(({ label }) => label);

it("is one bounded line without hidden or control characters, for any message", () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint, maxLength: 2_000 }), (message) => {
      const { text } = requestText(ask(message), same);
      expect(text.length).toBeLessThanOrEqual(400);
      expect(text).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
  expect(requestText(ask("Run\r\nBcc: eve@x.example\u202e?"), same).text).toBe("Run Bcc: eve@x.example⟨U+202E⟩?");
});

it("offers no answers to a request that isn't shown completely", () => {
  expect(labels(ask("Delete it?"))).toEqual(["Approve", "Deny"]);
  expect(labels(ask("x".repeat(401)))).toEqual([]);
  // Each hidden character is shown with eight.
  expect(labels(ask("\u202e".repeat(51)))).toEqual([]);
});

it("offers no answers if a choice isn't shown as it is", () => {
  expect(labels(ask("Which?", "Once", "Always"))).toEqual(["Once", "Always", "Decline"]);
  for (const label of ["", "a\u202eb", "two  spaces", "line\nbreak"]) expect(labels(ask("Which?", label))).toEqual([]);
});

it("offers no choices that can't be stored", () => {
  const field = { type: "choice", name: "option", label: "Options", required: true } as const;
  for (const value of ["a\u0000b", "\ud800"]) {
    const question = { id: "q", message: "Which?", fields: [{ ...field, choices: [{ value, label: "The first" }] }] };
    expect(labels(question)).toEqual([]);
  }
});

it("masks secrets in the text, and doesn't offer choices that contain them", () => {
  const mask = (text: string) => text.replaceAll("hunter22", "[masked]");
  expect(requestText(ask("Use hunter22?"), mask)).toMatchObject({ text: "Use [masked]?" });
  expect(labels(ask("Use hunter22?"), mask)).toEqual(["Approve", "Deny"]);
  expect(labels(ask("Which?", "hunter22"), mask)).toEqual([]);
  const question = ask("Which?", "The first");
  const [field] = question.fields;
  if (field?.type !== "choice") throw new Error("no choice");
  const secret = { ...question, fields: [{ ...field, choices: [{ value: "hunter22", label: "The first" }] }] };
  expect(labels(secret, mask)).toEqual([]);
});
