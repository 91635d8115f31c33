import type { AgentRow, PullFacts } from "@/lib/contract/dashboard/agent-row";
import { pullRequestNumber, repositoryName } from "../hosting/address-names";
import { ageBound, countBound } from "./amount";
import { type AgentQuery, formatPart, isTerm, isWord, type Term } from "./query";
import { readStatus, type StatusValue, wordsOf } from "./status-words";

/** `unknown`: the known data matches, but the dashboard hasn't loaded all the query needs. */
export type Verdict = "yes" | "no" | "unknown";

/** The searchable data of an agent, in lowercase. */
interface Searchable {
  text: string;
  status: string;
  /** The words for its status on screen. */
  statusWords: readonly string[];
  run: string | undefined;
  envType: string;
  envName: string | undefined;
  repos: readonly string[] | undefined;
  prs: readonly string[] | undefined;
  owner: { name: string; me: boolean } | undefined;
  labels: readonly string[];
  pulls: AgentRow["pulls"];
  model: string | undefined;
  batch: { id: string; name: string } | undefined;
  tokens: number | undefined;
  createdAtMs: number;
  updatedAtMs: number;
}

/** The inputs of a query other than the agents. */
export interface QueryContext {
  /** Unix milliseconds. */
  now: number;
}

const searchableCache = new WeakMap<AgentRow, Searchable>();
const names = new Map<string, string>();
const maxNames = 10_000;

/** Cached: thousands of agents share a few repositories. */
function nameOf(url: string): string {
  const known = names.get(url);
  if (known !== undefined) return known;
  if (names.size >= maxNames) names.clear();
  const name = repositoryName(url).toLowerCase();
  names.set(url, name);
  return name;
}

function searchable(row: AgentRow): Searchable {
  const known = searchableCache.get(row);
  if (known) return known;
  const { repos, branches, env } = row;
  const repoNames: string[] = [];
  const prs: string[] = [];
  const labels = row.labels ?? [];
  let text = `${[row.name, ...labels].join("\n")}\n${row.id}\n${row.status}\n${row.run?.status ?? ""}\n${env.name ?? ""}`;
  const add = (url: string, prUrl: string | undefined) => {
    const name = nameOf(url);
    if (!repoNames.includes(name)) repoNames.push(name);
    if (prUrl !== undefined) prs.push(prUrl);
  };
  for (const { url, prUrl } of repos ?? []) add(url, prUrl);
  for (const { repoUrl, branch, prUrl } of branches ?? []) {
    add(repoUrl, prUrl);
    if (branch !== undefined) text += `\n${branch}`;
  }
  for (const name of repoNames) text += `\n${name}`;
  const created: Searchable = {
    text: text.toLowerCase(),
    status: row.status.toLowerCase(),
    statusWords: wordsOf(row),
    run: row.run?.status.toLowerCase(),
    envType: env.type.toLowerCase(),
    envName: env.name?.toLowerCase(),
    repos: repos && repoNames,
    prs: repos && branches && prs,
    owner: row.owner && { name: row.owner.name.toLowerCase(), me: row.owner.me },
    labels: labels.map((label) => label.toLowerCase()),
    pulls: row.pulls,
    model: row.model?.toLowerCase(),
    batch: row.batch && { id: row.batch.id, name: row.batch.name.toLowerCase() },
    tokens: row.tokens,
    createdAtMs: Date.parse(row.createdAt),
    updatedAtMs: Date.parse(row.updatedAt),
  };
  searchableCache.set(row, created);
  return created;
}

/** Prepares agents for the first search. */
export function prepareRows(rows: readonly AgentRow[]): void {
  for (const row of rows) searchable(row);
}

const verdict = (holds: boolean): Verdict => (holds ? "yes" : "no");

const dayMs = 86_400_000;

/** `status:` values that only need the agent, not its run. */
const agentStatuses: ReadonlySet<string> = new Set(["active", "idle", "archived"]);

const pullStates: ReadonlySet<string> = new Set(["open", "merged", "closed", "draft"]);

/** Tests the pull requests of an agent, once they are known. */
function pullsVerdict({ prs, pulls }: Searchable, holds: (pull: PullFacts) => boolean | undefined): Verdict {
  if (!prs) return "unknown";
  if (prs.length === 0) return "no";
  if (!pulls) return "unknown";
  let any: Verdict = "no";
  for (const pull of pulls) {
    const one = holds(pull);
    if (one) return "yes";
    if (one === undefined) any = "unknown";
  }
  return any;
}

function statusVerdict(row: Searchable, { word, raw }: StatusValue): Verdict {
  if (word !== undefined && row.statusWords.includes(word)) return "yes";
  if (word === undefined && row.status === raw) return "yes";
  if (row.run !== undefined) return verdict(word === undefined && row.run === raw);
  return agentStatuses.has(raw) ? "no" : "unknown";
}

/** `value` in lowercase, except for statuses. */
function valueVerdict(row: Searchable, { key, value }: Value, context: QueryContext): Verdict {
  switch (key) {
    case "status":
      return statusVerdict(row, readStatus(value));
    case "env":
      return verdict(row.envType === value || row.envName === value);
    case "repo":
      if (!row.repos) return "unknown";
      return verdict(value === "none" ? row.repos.length === 0 : row.repos.some((name) => name.includes(value)));
    case "pr": {
      if (!row.prs) return "unknown";
      if (value === "any") return verdict(row.prs.length > 0);
      if (value === "none") return verdict(row.prs.length === 0);
      if (pullStates.has(value)) {
        return pullsVerdict(row, ({ state, draft }) =>
          value === "draft" ? draft && state === "open" : state === value,
        );
      }
      const number = value.replace(/^#/, "");
      return verdict(row.prs.some((url) => url.toLowerCase() === value || pullRequestNumber(url) === number));
    }
    case "owner":
      if (value === "none") return verdict(row.owner === undefined);
      if (row.owner === undefined) return "no";
      return verdict(value === "me" ? row.owner.me : row.owner.name.includes(value));
    case "label":
      return verdict(value === "none" ? row.labels.length === 0 : row.labels.includes(value));
    case "checks":
      return pullsVerdict(row, ({ state, checks }) => (state === "open" ? checks && checks === value : false));
    case "model":
      if (row.model === undefined) return "no";
      return verdict(row.model.includes(value));
    case "batch":
      if (value === "any" || value === "none") return verdict((row.batch !== undefined) === (value === "any"));
      return verdict(row.batch?.id === value || (row.batch?.name.includes(value) ?? false));
    case "age":
      return verdict(ageBound(value)?.holds(context.now - row.createdAtMs) ?? false);
    case "updated":
      if (value === "today") return verdict(row.updatedAtMs >= context.now - (context.now % dayMs));
      return verdict(ageBound(value)?.holds(context.now - row.updatedAtMs) ?? false);
    case "tokens":
      if (row.tokens === undefined) return "unknown";
      return verdict(countBound(value)?.holds(row.tokens) ?? false);
    case "archived":
      return verdict(value === "any" || (row.status === "archived") === (value === "yes"));
  }
}

interface Value {
  key: Term["key"];
  value: string;
}

/** Tests a term. */
function termVerdict(row: Searchable, { key, not, values }: Term, context: QueryContext): Verdict {
  let any: Verdict = "no";
  for (const value of values) {
    const one = valueVerdict(row, { key, value }, context);
    if (one === "yes") return not ? "no" : "yes";
    if (one === "unknown") any = "unknown";
  }
  if (any === "unknown") return any;
  return not ? "yes" : "no";
}

/** Archived agents are excluded unless the query mentions them. */
function mentionsArchived(query: AgentQuery): boolean {
  return query.some(
    (part) =>
      isTerm(part) &&
      part.values.length > 0 &&
      (part.key === "archived" || (part.key === "status" && part.values.some((v) => v.toLowerCase() === "archived"))),
  );
}

const withoutContext: QueryContext = { now: 0 };

/** Compiles a query to a predicate. */
export function compileQuery(query: AgentQuery, context = withoutContext): (row: AgentRow) => Verdict {
  const terms = query
    .filter(isTerm)
    .filter(({ values }) => values.length > 0)
    .map((term) =>
      term.key === "status" ? term : { ...term, values: term.values.map((value) => value.toLowerCase()) },
    );
  const words = query.filter(isWord).map(({ word }) => word.toLowerCase());
  const showsArchived = mentionsArchived(query);
  return (agent) => {
    const row = searchable(agent);
    if (!showsArchived && row.status === "archived") return "no";
    let result: Verdict = "yes";
    for (const term of terms) {
      const one = termVerdict(row, term, context);
      if (one === "no") return "no";
      if (one === "unknown") result = "unknown";
    }
    for (const word of words) if (!row.text.includes(word)) return "no";
    return result;
  };
}

/** Keys whose verdict changes with time. */
const timeKeys: ReadonlySet<string> = new Set(["age", "updated"]);

/** Whether a query can match only agents that `before` matched. It is `false` for some queries of which that is true. */
function narrows(before: AgentQuery, query: AgentQuery): boolean {
  if (mentionsArchived(before) !== mentionsArchived(query)) return false;
  return before.every((part, index) => {
    const other = query[index];
    if (other === undefined) return false;
    if (isWord(part)) return isWord(other) && other.word.toLowerCase().includes(part.word.toLowerCase());
    return formatPart(part) === formatPart(other) && !(isTerm(part) && timeKeys.has(part.key));
  });
}

interface FilteredRows {
  shown: AgentRow[];
  /** How many others could match but lack data. */
  unknown: number;
}

/**
 * Returns a function that finds the agents that match a query. While someone types, each query narrows the one before, and only
 * what that one found is tested again.
 */
export function createFilter(rows: readonly AgentRow[]): (query: AgentQuery, context?: QueryContext) => FilteredRows {
  let last: { query: AgentQuery; found: readonly AgentRow[] } | undefined;
  return (query, context = withoutContext) => {
    const test = compileQuery(query, context);
    const shown: AgentRow[] = [];
    const found: AgentRow[] = [];
    const candidates = last && narrows(last.query, query) ? last.found : rows;
    for (const row of candidates) {
      const result = test(row);
      if (result === "no") continue;
      found.push(row);
      if (result === "yes") shown.push(row);
    }
    last = { query, found };
    return { shown, unknown: found.length - shown.length };
  };
}
