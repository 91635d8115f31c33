import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { type Draft, queryOf } from "./draft";
import { repositoryName } from "./names";
import { type AgentQuery, formatValue, isTerm, type Key, keyOf, keys } from "./query";

export interface Suggestion {
  /** Replaces the typed text. */
  insert: string;
  label: string;
  hint: string;
}

/** The values of each key among the loaded agents. */
export type Vocabulary = Readonly<Record<Key, readonly { value: string; hint: string }[]>>;

const keyHints: Readonly<Record<Key, string>> = {
  status: "agent or latest run status",
  env: "cloud, pool, machine, or an environment name",
  repo: "part of owner/name, or none",
  pr: "any, none, #number or URL",
  archived: "yes, no or any",
};

const runStatuses = ["CREATING", "RUNNING", "FINISHED", "ERROR", "CANCELLED", "EXPIRED"];
const agentStatuses = ["ACTIVE", "IDLE", "ARCHIVED"];

/** The keys and values to filter by, including those of the agents. */
export function vocabularyOf(rows: readonly AgentRow[]): Vocabulary {
  const runs = new Set(runStatuses);
  const agents = new Set(agentStatuses);
  const names = new Map<string, string>();
  const urls = new Set<string>();
  const types = new Set(["cloud", "pool", "machine"]);
  for (const row of rows) {
    agents.add(row.status);
    if (row.run) runs.add(row.run.status);
    types.add(row.env.type);
    if (row.env.name !== undefined) names.set(row.env.name, row.env.type);
    for (const { url } of row.repos ?? []) urls.add(url);
  }
  const repos = new Set([...urls].map(repositoryName));
  const listed = (values: Iterable<string>, hint: string) => [...values].map((value) => ({ value, hint }));
  return {
    status: [...listed(runs, "run"), ...listed(agents, "agent")],
    env: [...listed(types, ""), ...[...names].map(([value, hint]) => ({ value, hint }))],
    repo: [...listed([...repos].sort(), ""), { value: "none", hint: "without a repository" }],
    pr: [
      { value: "any", hint: "with a pull request" },
      { value: "none", hint: "without a pull request" },
    ],
    archived: [
      { value: "yes", hint: "archived only" },
      { value: "any", hint: "include archived" },
      { value: "no", hint: "exclude archived (default)" },
    ],
  };
}

const maxSuggestions = 8;

/** Suggestions for the end of the typed text, and where it starts. */
export function complete(text: string, vocabulary: Vocabulary): { from: number; suggestions: Suggestion[] } {
  const from = text.search(/\S*$/);
  const word = text.slice(from);
  const minus = word.startsWith("-") ? "-" : "";
  const bare = word.slice(minus.length);
  const colon = bare.indexOf(":");
  const key = colon < 0 ? undefined : keyOf(bare.slice(0, colon));
  if (key === undefined) {
    const matching = keys.filter((each) => each.startsWith(bare.toLowerCase()));
    return {
      from,
      suggestions: matching.map((each) => ({
        insert: `${minus}${each}:`,
        label: `${minus}${each}:`,
        hint: keyHints[each],
      })),
    };
  }
  const comma = word.lastIndexOf(",");
  const begin = comma < 0 ? minus.length + colon + 1 : comma + 1;
  const typed = word.slice(begin).toLowerCase();
  const matching = vocabulary[key].filter(({ value }) => value.toLowerCase().includes(typed));
  // Prefix matches come first.
  matching.sort(
    (a, b) => Number(b.value.toLowerCase().startsWith(typed)) - Number(a.value.toLowerCase().startsWith(typed)),
  );
  return {
    from: from + begin,
    suggestions: matching
      .slice(0, maxSuggestions)
      .map(({ value, hint }) => ({ insert: formatValue(value), label: value, hint })),
  };
}

/**
 * The query of a draft. An incomplete value (`status:fin`) doesn't filter yet, so the list isn't empty after every
 * keystroke.
 */
export function queryWhileTyping(draft: Draft, vocabulary: Vocabulary): AgentQuery {
  const query = queryOf(draft);
  const last = query.at(-1);
  if (!last || !isTerm(last) || last.key === "repo" || !/[^\s"]$/.test(draft.text)) return query;
  const value = (last.values.at(-1) ?? "").toLowerCase();
  const words = vocabulary[last.key].map((each) => each.value.toLowerCase());
  if (words.includes(value) || !words.some((word) => word.includes(value))) return query;
  return [...query.slice(0, -1), { ...last, values: last.values.slice(0, -1) }];
}
