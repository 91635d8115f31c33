import { and, eq, inArray, or, sql } from "drizzle-orm";
import { type PullAddress, parsePullAddress } from "@/lib/model/pull-address";
import { automationFirings } from "./automation-schema";
import { agents } from "./index-schema";
import { referencesPull } from "./references-pull";
import type { Store } from "./store";

/** Automations that can trigger each other in a chain. */
const maxDepth = 3;
/** Runs for one pull request that the automation's agents work on but didn't open. */
const maxPerPull = 3;
const perPullMs = 86_400_000;
const maxAgents = 50;

/** `owner/name/number` as firings are stored with. */
export const pullKeyOf = ({ ownerSlug, repoName, pullNumber }: PullAddress): string =>
  `${ownerSlug}/${repoName}/${pullNumber}`.toLowerCase();

/** The automations whose agents led to a pull request, directly or through each other. */
export interface Origin {
  /** In any order; empty if a user or an agent launched by a user opened it. */
  automations: readonly string[];
  /** The length of their chain. */
  depth: number;
  /** An agent is known to have opened it, or works on it. */
  isKnown: boolean;
}

/**
 * Reads where a pull request comes from: from the agents that opened it, which the index knows, or that have its head branch,
 * whose name ends with the start of the agent's id.
 */
export async function readOrigin(
  database: Pick<Store["database"], "select">,
  { source, pull, head }: { source: string; pull: PullAddress; head: string | undefined },
): Promise<Origin> {
  const { ownerSlug: owner, repoName: name, pullNumber } = pull;
  const indexed = await database
    .select({ id: agents.id, repos: agents.repos })
    .from(agents)
    .where(and(eq(agents.source, source), referencesPull({ owner, name, pulls: [pullNumber] })))
    .limit(maxAgents);
  // An agent that was started on the pull request didn't open it.
  const openers = indexed.filter(
    ({ repos }) => !repos?.some(({ prUrl }) => parsePullAddress(prUrl ?? "")?.pullNumber === pullNumber),
  );
  const [, suffix] = /-([0-9a-f]{6})$/.exec(head ?? "") ?? [];
  const ids = openers.map(({ id }) => id);
  if (ids.length === 0 && suffix === undefined) return { automations: [], depth: 0, isKnown: indexed.length > 0 };
  const rows = await database
    .select({ automationId: automationFirings.automationId, ancestors: automationFirings.ancestors })
    .from(automationFirings)
    .where(
      or(
        ids.length > 0 ? inArray(automationFirings.agentId, ids) : undefined,
        suffix === undefined ? undefined : sql`${automationFirings.agentId} like ${`bc-${suffix}%`}`,
      ),
    )
    .limit(maxAgents);
  return {
    automations: [...new Set(rows.flatMap(({ automationId, ancestors }) => [automationId, ...ancestors]))],
    depth: Math.max(0, ...rows.map(({ ancestors }) => ancestors.length + 1)),
    isKnown: indexed.length > 0 || rows.length > 0,
  };
}

/** Stores the automations that led to a firing, for what its agent opens. */
export async function saveAncestors({ database }: Store, firingId: string, origin: Origin): Promise<void> {
  await database
    .update(automationFirings)
    .set({ ancestors: [...origin.automations] })
    .where(eq(automationFirings.id, firingId));
}

/** Why an automation isn't triggered by a pull request: it would trigger itself, or the chain is too long. */
export function loopProblem(automationId: string, { automations, depth }: Origin): string | undefined {
  if (automations.includes(automationId)) return "The pull request comes from an agent of this automation.";
  if (depth >= maxDepth) return `The pull request is the result of ${maxDepth} chained automations, the maximum.`;
  return undefined;
}

/** Why an automation doesn't run for a pull request again. */
export async function repetitionProblem(
  database: Pick<Store["database"], "select">,
  { automationId, pull, now }: { automationId: string; pull: PullAddress; now: Date },
): Promise<string | undefined> {
  const since = new Date(now.getTime() - perPullMs);
  const rows = await database
    .select({ id: automationFirings.id })
    .from(automationFirings)
    .where(
      and(
        eq(automationFirings.automationId, automationId),
        eq(automationFirings.pull, pullKeyOf(pull)),
        inArray(automationFirings.state, ["waiting", "launching", "launched"]),
        sql`${automationFirings.createdAt} > ${since}`,
      ),
    )
    .limit(maxPerPull);
  return rows.length < maxPerPull
    ? undefined
    : `The automation has already run ${maxPerPull} times for this pull request in 24 hours.`;
}
