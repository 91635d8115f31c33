import { type AgentQuery, formatPart, isTerm, parseQuery, type Term } from "./query";

/** A query while it is typed: complete terms, and the text after them. */
export interface Draft {
  chips: readonly Term[];
  text: string;
}

const finished = (part: AgentQuery[number]): part is Term => isTerm(part) && part.values.length > 0;
const balanced = /^(?:[^"]|"(?:[^"\\]|\\.)*")*$/;

const textOf = (parts: AgentQuery) => parts.map(formatPart).join(" ");

export function toDraft(query: AgentQuery): Draft {
  return { chips: query.filter(finished), text: textOf(query.filter((part) => !finished(part))) };
}

export function toQuery({ chips, text }: Draft): AgentQuery {
  return [...chips, ...parseQuery(text)];
}

/** Moves complete terms out of the text. A space completes a term. */
export function settle(draft: Draft): Draft {
  const { chips, text } = draft;
  if (!/\s$/.test(text) || !balanced.test(text)) return draft;
  const parts = parseQuery(text);
  const terms = parts.filter(finished);
  if (terms.length === 0) return draft;
  const rest = textOf(parts.filter((part) => !finished(part)));
  return { chips: [...chips, ...terms], text: rest === "" ? "" : `${rest} ` };
}

/** Turns the last chip back into text, before the typed text. */
export function editLastChip({ chips, text }: Draft): Draft {
  const last = chips.at(-1);
  if (!last) return { chips, text };
  return { chips: chips.slice(0, -1), text: text === "" ? formatPart(last) : `${formatPart(last)} ${text}` };
}
