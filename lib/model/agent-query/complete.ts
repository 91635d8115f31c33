import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { repositoryName } from "../hosting/address-names";
import { type Draft, toQuery } from "./draft";
import { type AgentQuery, formatValue, isTerm, type Key, keys, parseKey } from "./query";
import { rawStatuses, statusWords } from "./status-words";

export interface Suggestion {
  /** Replaces the typed text. */
  insert: string;
  label: string;
  hint: string;
}

/** The values of each key among the loaded agents. */
export type Vocabulary = Readonly<Record<Key, readonly { value: string; hint: string }[]>>;

const keyHints: Readonly<Record<Key, string>> = {
  status: "such as failed, queued or needs-review",
  env: "cloud, pool, machine, or an environment name",
  repo: "part of owner/name, or none",
  pr: "open, merged, closed, draft, none, #number",
  owner: "me, none, or part of a name",
  label: "a label, or none",
  checks: "failed, pending, passed, or none",
  model: "part of a model's name",
  batch: "part of a batch's name, any, or none",
  age: "such as <1h or >7d",
  updated: "today, or such as <1h or >7d",
  tokens: "such as >1M",
  archived: "yes, no, or any",
};

/** The keys and values to filter by, including those of the agents. */
export function buildVocabulary(rows: readonly AgentRow[]): Vocabulary {
  const raw = new Set<string>([...rawStatuses.run, ...rawStatuses.agent]);
  const names = new Map<string, string>();
  const urls = new Set<string>();
  const owners = new Set<string>();
  const labels = new Set<string>();
  const models = new Set<string>();
  const batches = new Set<string>();
  const types = new Set(["cloud", "pool", "machine"]);
  for (const row of rows) {
    raw.add(row.status);
    if (row.run) raw.add(row.run.status);
    types.add(row.env.type);
    if (row.model) models.add(row.model);
    if (row.batch) batches.add(row.batch.name);
    if (row.env.name !== undefined) names.set(row.env.name, row.env.type);
    for (const { url } of row.repos ?? []) urls.add(url);
    for (const label of row.labels ?? []) labels.add(label);
    if (row.owner) owners.add(row.owner.name);
  }
  const repos = new Set([...urls].map(repositoryName));
  const listed = (values: Iterable<string>, hint: string) => [...values].map((value) => ({ value, hint }));
  return {
    status: [...listed(statusWords, ""), ...listed(raw, "status of the API")],
    env: [...listed(types, ""), ...[...names].map(([value, hint]) => ({ value, hint }))],
    repo: [...listed([...repos].sort(), ""), { value: "none", hint: "without a repository" }],
    pr: [
      { value: "open", hint: "with an open pull request" },
      { value: "merged", hint: "merged" },
      { value: "closed", hint: "closed without merging" },
      { value: "draft", hint: "with a draft" },
      { value: "any", hint: "with a pull request" },
      { value: "none", hint: "without a pull request" },
    ],
    owner: [
      { value: "me", hint: "launched by you" },
      ...listed([...owners].sort(), ""),
      { value: "none", hint: "unknown owner" },
    ],
    label: [...listed([...labels].sort(), ""), { value: "none", hint: "without a label" }],
    checks: listed(["failed", "pending", "passed", "attention", "none"], "of open pull requests"),
    model: listed([...models].sort(), ""),
    batch: [
      ...listed([...batches].sort(), ""),
      { value: "any", hint: "launched in a batch" },
      { value: "none", hint: "not launched in a batch" },
    ],
    age: [
      { value: "<1h", hint: "created in the last hour" },
      { value: "<1d", hint: "created in the last day" },
      { value: ">7d", hint: "older than a week" },
    ],
    updated: [
      { value: "today", hint: "updated since 00:00 UTC" },
      { value: "<1h", hint: "updated in the last hour" },
      { value: ">7d", hint: "not updated for a week" },
    ],
    tokens: listed([">100k", ">1M", ">10M"], "used by all runs"),
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
  const from = text.search(/(?<!\S)\S*$/);
  const word = text.slice(from);
  const minus = word.startsWith("-") ? "-" : "";
  const bare = word.slice(minus.length);
  const colon = bare.indexOf(":");
  const key = colon < 0 ? undefined : parseKey(bare.slice(0, colon));
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
  const query = toQuery(draft);
  const last = query.at(-1);
  const isPartial = last && isTerm(last) && ["repo", "owner", "model", "batch"].includes(last.key);
  if (!last || !isTerm(last) || isPartial || !/[^\s"]$/.test(draft.text)) return query;
  const value = (last.values.at(-1) ?? "").toLowerCase();
  const words = vocabulary[last.key].map((each) => each.value.toLowerCase());
  if (words.includes(value) || !words.some((word) => word.includes(value))) return query;
  return [...query.slice(0, -1), { ...last, values: last.values.slice(0, -1) }];
}
