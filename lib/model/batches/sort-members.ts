import type { PullFacts } from "@/lib/contract/dashboard/agent-row";
import type { StatusKind } from "../status/agent-status";

export const memberSortKeys = ["position", "status", "changes", "checks", "duration", "tokens", "cost"] as const;
export type MemberSortKey = (typeof memberSortKeys)[number];

/** What the agents of a batch are compared by. Absent values are unknown and always last. */
export interface ComparedMember {
  position: number;
  /** Absent while it isn't launched. */
  status?: StatusKind | undefined;
  /** Changed lines. */
  changes?: number | undefined;
  checks?: PullFacts["checks"];
  durationMs?: number | undefined;
  tokens?: number | undefined;
  cost?: number | undefined;
}

/** Reads a sort order from the URL: `tokens`, or `-tokens` for descending. By position otherwise. */
export function parseMemberSort(text: string): { key: MemberSortKey; descending: boolean } {
  const key = memberSortKeys.find((each) => each === text.replace(/^-/, ""));
  return { key: key ?? "position", descending: key !== undefined && text.startsWith("-") };
}

/** Best first. */
const checkOrder: readonly NonNullable<PullFacts["checks"]>[] = ["passed", "none", "pending", "attention", "failed"];

function sortValue(member: ComparedMember, key: MemberSortKey): number | string | undefined {
  switch (key) {
    case "checks":
      return member.checks && checkOrder.indexOf(member.checks);
    case "duration":
      return member.durationMs;
    default:
      return member[key];
  }
}

/** Sorts a copy. Agents without a value are last in both directions, and equal ones are in the order of the batch. */
export function sortMembers<Member extends ComparedMember>(members: readonly Member[], sort: string): Member[] {
  const { key, descending } = parseMemberSort(sort);
  const compare = (a: number | string, b: number | string) => (a === b ? 0 : a < b ? -1 : 1);
  return [...members].sort((a, b) => {
    const [x, y] = [sortValue(a, key), sortValue(b, key)];
    if (x === undefined || y === undefined) {
      return Number(x === undefined) - Number(y === undefined) || a.position - b.position;
    }
    return (descending ? compare(y, x) : compare(x, y)) || a.position - b.position;
  });
}
