import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { type StatusKind, statusLabels } from "../status/agent-status";
import { rowStatusKind } from "../status/row-status";

const wordOf = (label: string) => label.toLowerCase().replaceAll(" ", "-");

/** The statuses that screens show, as words of the query language: `needs-review`. */
export const statusWords: readonly string[] = Object.values(statusLabels).map(wordOf);
const words: ReadonlySet<string> = new Set(statusWords);

/** Statuses of the API, which are aliases. */
export const rawStatuses = {
  run: ["CREATING", "RUNNING", "FINISHED", "ERROR", "CANCELLED", "EXPIRED"],
  agent: ["ACTIVE", "IDLE", "ARCHIVED"],
} as const;
const aliases: ReadonlySet<string> = new Set([...rawStatuses.run, ...rawStatuses.agent]);

/** The word for a status; empty for one that isn't known. */
export const statusWord = (kind: StatusKind): string => (kind === "unknown" ? "" : wordOf(statusLabels[kind]));

/** The words for an agent's status. An archived agent also has the one that it had before. */
export function wordsOf(row: AgentRow): readonly string[] {
  const word = statusWord(rowStatusKind(row));
  return row.status === "ARCHIVED" ? [word, statusWord(rowStatusKind({ ...row, status: "IDLE" }))] : [word];
}

export interface StatusValue {
  /** A word on screen, or undefined for a status of the API. */
  word: string | undefined;
  /** In lowercase. */
  raw: string;
}

/** `FINISHED` is the status of the API, `finished` the word on screen, which excludes agents whose pull request needs a review. */
export function readStatus(value: string): StatusValue {
  const word = value.toLowerCase().replace(/[\s_]+/g, "-");
  return { word: words.has(word) && !aliases.has(value) ? word : undefined, raw: value.toLowerCase() };
}

export const isKnownStatus = (value: string): boolean =>
  readStatus(value).word !== undefined || aliases.has(value.toUpperCase());
