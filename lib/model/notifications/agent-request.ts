import type { Question } from "@/lib/contract/agents/question";
import { showHiddenCharacters } from "../hidden-characters";
import { maxQuickMessage, type QuickAnswer, quickAnswers } from "../questions/quick-answers";
import { oneLine } from "./notification";

interface RequestText {
  /** One line of plain text. */
  text: string;
  /** The answers to offer. Empty if the request needs its form. */
  choices: readonly QuickAnswer[];
}

/** Text that Postgres can't store in JSON. */
const unstorable = /\\u(?:0000|d[89a-f])/i;

/**
 * What an agent asks, as a notification shows it. No answers are offered if the text is cut, or if a choice isn't shown exactly
 * as the agent wrote it: the user couldn't see what they agree to.
 */
export function requestText(question: Question, mask: (text: string) => string): RequestText {
  const shown = (text: string) => oneLine(showHiddenCharacters(mask(text)), Number.POSITIVE_INFINITY);
  const full = shown(question.message);
  const text = oneLine(full, maxQuickMessage);
  const choices = text === full ? (quickAnswers(question) ?? []) : [];
  const isExact = ({ label, answer }: QuickAnswer) => {
    const values = answer.action === "accept" ? Object.values(answer.values) : [];
    if (unstorable.test(JSON.stringify(answer))) return false;
    // A masked value isn't one of the choices, and secrets aren't stored.
    return label !== "" && shown(label) === label && values.every((value) => mask(`${value}`) === `${value}`);
  };
  return { text, choices: choices.every(isExact) ? choices : [] };
}
