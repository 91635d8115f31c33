import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { repositoryName } from "../hosting/address-names";
import { type StatusKind, statusKinds } from "../status/agent-status";
import { rowStatus, rowStatusKind } from "../status/row-status";

export const listTabs = [
  { id: "all", name: "All" },
  { id: "running", name: "Running" },
  { id: "queued", name: "Queued" },
  { id: "failed", name: "Failed" },
  { id: "review", name: "To review" },
] as const;
export type ListTab = (typeof listTabs)[number]["id"];

const tabOfKind: Readonly<Partial<Record<StatusKind, ListTab>>> = {
  starting: "running",
  running: "running",
  input: "running",
  queued: "queued",
  failed: "failed",
  expired: "failed",
  plan: "review",
  checks: "review",
  changes: "review",
  conflict: "review",
  review: "review",
  ready: "review",
};

export const groupings = ["none", "repository", "owner", "status"] as const;
export type Grouping = (typeof groupings)[number];

export const sortKeys = ["created", "updated", "name", "status", "duration", "changes", "tokens", "cost"] as const;
export type SortKey = (typeof sortKeys)[number];

/** Reads a sort order from the URL: `tokens`, or `-tokens` for descending. Newest first otherwise. */
export function parseSort(text: string): { key: SortKey; descending: boolean } {
  const key = sortKeys.find((each) => each === text.replace(/^-/, ""));
  return key ? { key, descending: text.startsWith("-") } : { key: "created", descending: true };
}

export interface ArrangeContext {
  /** Estimated cost by agent id. */
  costs: ReadonlyMap<string, number>;
  /** Ids of agents that are always first. */
  pinned: ReadonlySet<string>;
}

/** Reads a fact of each row once: rows never change, and a list of thousands reads them again for every order. */
function oncePerRow<Fact extends string>(read: (row: AgentRow) => Fact): (row: AgentRow) => Fact {
  const known = new WeakMap<AgentRow, Fact>();
  return (row) => {
    const fact = known.get(row) ?? read(row);
    known.set(row, fact);
    return fact;
  };
}

const rowKind = oncePerRow(rowStatusKind);
const foldedName = oncePerRow(({ name }) => name.toLowerCase());

/** How many rows each tab has. */
export function countTabs(rows: readonly AgentRow[]): Record<ListTab, number> {
  const counts = { all: rows.length, running: 0, queued: 0, failed: 0, review: 0 };
  for (const row of rows) {
    const tab = tabOfKind[rowKind(row)];
    if (tab) counts[tab] += 1;
  }
  return counts;
}

export function rowsOfTab(rows: readonly AgentRow[], tab: ListTab): readonly AgentRow[] {
  return tab === "all" ? rows : rows.filter((row) => tabOfKind[rowKind(row)] === tab);
}

/** Added and removed lines of an agent's pull requests; `undefined` while they are unknown. */
export function sumChanges({ pulls = [] }: AgentRow): { additions: number; deletions: number } | undefined {
  if (pulls.length === 0) return undefined;
  return pulls.reduce(
    (sum, { additions, deletions }) => ({
      additions: sum.additions + additions,
      deletions: sum.deletions + deletions,
    }),
    { additions: 0, deletions: 0 },
  );
}

function sortValue(row: AgentRow, key: SortKey, { costs }: ArrangeContext): string | number | undefined {
  switch (key) {
    case "created":
      return row.createdAt;
    case "updated":
      return row.updatedAt;
    case "name":
      return foldedName(row);
    case "status":
      return statusKinds.indexOf(rowKind(row));
    case "duration":
      return row.run?.durationMs;
    case "changes": {
      const changes = sumChanges(row);
      return changes && changes.additions + changes.deletions;
    }
    case "tokens":
      return row.tokens;
    case "cost":
      return costs.get(row.id);
  }
}

const groupNames: Readonly<Record<Grouping, (row: AgentRow) => string>> = {
  none: () => "",
  repository: oncePerRow(({ repos }) => (repos?.[0] ? repositoryName(repos[0].url) : "No repository")),
  owner: ({ owner }) => owner?.name ?? "No owner",
  status: oncePerRow((row) => rowStatus(row, undefined, 0).label),
};

const groupName = (row: AgentRow, grouping: Grouping): string => groupNames[grouping](row);

/** The names of the groups, by the index of their first row. The rows of a group are adjacent. */
export function groupHeadings(rows: readonly AgentRow[], grouping: Grouping): ReadonlyMap<number, string> {
  const headings = new Map<number, string>();
  if (grouping === "none") return headings;
  let before: string | undefined;
  for (const [index, row] of rows.entries()) {
    const name = groupName(row, grouping);
    if (name !== before) headings.set(index, name);
    before = name;
  }
  return headings;
}

/** Rows by group, pinned first in each, sorted. Unknown values are last in either direction. */
export function arrangeRows(
  rows: readonly AgentRow[],
  options: { sort: string; grouping: Grouping },
  context: ArrangeContext,
): readonly AgentRow[] {
  const { key, descending } = parseSort(options.sort);
  const { grouping } = options;
  // The index is sorted newest first already.
  if (key === "created" && descending && grouping === "none" && context.pinned.size === 0) return rows;
  const direction = descending ? -1 : 1;
  const keyed = rows.map((row) => ({
    row,
    group: groupName(row, grouping),
    pinned: context.pinned.has(row.id) ? 0 : 1,
    value: sortValue(row, key, context),
  }));
  keyed.sort((a, b) => {
    if (a.group !== b.group) return a.group < b.group ? -1 : 1;
    if (a.pinned !== b.pinned) return a.pinned - b.pinned;
    if (a.value === b.value) return 0;
    if (a.value === undefined) return 1;
    if (b.value === undefined) return -1;
    return a.value < b.value ? -direction : direction;
  });
  return keyed.map(({ row }) => row);
}

/** The `matching` rows in the order of `arranged`, which contains them all. Far cheaper than sorting after each key press. */
export function keepOrder(arranged: readonly AgentRow[], matching: readonly AgentRow[]): readonly AgentRow[] {
  if (matching.length === arranged.length) return arranged;
  const kept = new Set(matching);
  return arranged.filter((row) => kept.has(row));
}
