import type { Answer, Question } from "@/lib/contract/agents/question";

/** A longer message is cut where its form isn't open. */
export const maxQuickMessage = 400;
const maxChoices = 3;
const maxLabel = 40;

export interface QuickAnswer {
  label: string;
  answer: Answer;
}

/** Without differences that are easy to miss: case, spacing, punctuation and invisible characters. */
const comparable = (label: string) =>
  label
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

/** The answers to a short question that a button each is enough for, at most four; undefined if it needs its form. */
export function quickAnswers({ message, fields: [field, ...others] }: Question): QuickAnswer[] | undefined {
  if (message.length > maxQuickMessage) return undefined;
  if (!field) {
    return [
      { label: "Approve", answer: { action: "accept", values: {} } },
      { label: "Deny", answer: { action: "decline" } },
    ];
  }
  if (others.length > 0 || field.type !== "choice" || field.choices.length > maxChoices) return undefined;
  if (field.choices.some(({ label, description }) => label.length > maxLabel || description)) return undefined;
  const choices = field.choices.map(({ label, value }): QuickAnswer => {
    return { label, answer: { action: "accept", values: { [field.name]: value } } };
  });
  const answers: QuickAnswer[] = [...choices, { label: "Decline", answer: { action: "decline" } }];
  // The agent chose the labels: one like "Decline" could accept what the user means to decline.
  return new Set(answers.map(({ label }) => comparable(label))).size === answers.length ? answers : undefined;
}
