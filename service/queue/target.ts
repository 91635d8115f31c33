import { and, desc, eq, isNull, or } from "drizzle-orm";
import type { CreateAgentBody } from "@/lib/contract/agents/create-agent";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { actingUser, type TeamPrincipal } from "../core/principal";
import { pools, workers } from "../core/store/tables/pools";
import { pullAddress, type RepositoryAddress, repositoryAddress } from "../github/github-address";
import { findRepositoryByUrl } from "../hosting/access/repository-access";
import type { PoolRow } from "../pools/pool-key";
import { poolOwner } from "../pools/pool-owner";

/** A repository of a new agent. */
interface TargetRepository {
  /** {@link externalRepositoryId} for one on GitHub. */
  id: string;
  ownerSlug: string;
  name: string;
  /** False on GitHub. */
  hosted: boolean;
}

/** The pool or machine that runs a new agent. */
export type Target =
  | { type: "pool"; name: string; pool: PoolRow; repositories: TargetRepository[] }
  | { type: "machine"; name: string; userId: number; repositories: TargetRepository[] };

const defaultPool = "default";
const unknown = (kind: string, name: string) => apiError.field("env.name", `${kind} ${JSON.stringify(name)} not found`);

/** Identifies a repository on GitHub in the queue, where no key's repository scope contains it. */
export const externalRepositoryId = ({ host, owner, name }: RepositoryAddress) =>
  `${host}/${owner}/${name}`.toLowerCase();

/** Workers in a checkout of a repository on GitHub join an any-repo pool. */
const serves = ({ repoOwner, repoName }: PoolRow, { ownerSlug, name, hosted }: TargetRepository) =>
  hosted && repoOwner?.toLowerCase() === ownerSlug.toLowerCase() && repoName?.toLowerCase() === name.toLowerCase();

/** Prefers a pool bound to the repository over an any-repo pool, and the user's own pools over the team's. */
async function findPool(
  context: Context,
  principal: TeamPrincipal,
  name: string,
  repositories: readonly TargetRepository[],
): Promise<PoolRow> {
  const userId = await poolOwner(context, principal);
  const found = await context.db
    .select()
    .from(pools)
    .where(
      and(
        eq(pools.name, name),
        eq(pools.teamId, principal.teamId),
        isNull(pools.deregisteredAt),
        or(eq(pools.scope, "team"), and(eq(pools.scope, "user"), eq(pools.ownerId, userId ?? 0))),
      ),
    )
    // "user" before "team".
    .orderBy(desc(pools.scope), pools.id);
  if (found.length === 0) throw unknown("pool", name);
  const [first, ...others] = repositories;
  const bound = first && others.length === 0 ? found.find((pool) => serves(pool, first)) : undefined;
  const chosen = bound ?? found.find(({ repoOwner }) => repoOwner === null);
  if (!chosen && !first) {
    throw apiError.agents(
      400,
      "repository_required",
      `repos: Pool ${name} is bound to a repository; specify it`,
      "repos",
    );
  }
  if (!chosen) throw apiError.field("repos", `pool ${name} doesn't serve these repositories`);
  return chosen;
}

async function findTargetRepository(
  context: Context,
  { url, prUrl }: NonNullable<CreateAgentBody["repos"]>[number],
): Promise<TargetRepository | undefined> {
  const found = await findRepositoryByUrl(context, url);
  if (found) return { id: found.id, ownerSlug: found.ownerSlug, name: found.name, hosted: true };
  const address = (prUrl === undefined ? undefined : pullAddress(prUrl)) ?? repositoryAddress(url);
  if (!address) return undefined;
  return { id: externalRepositoryId(address), ownerSlug: address.owner, name: address.name, hosted: false };
}

async function findMachine({ db }: Context, userId: number | undefined, name: string | undefined): Promise<string> {
  const [machine] = await db
    .select({ name: workers.name })
    .from(workers)
    .where(
      and(
        eq(workers.userId, userId ?? 0),
        isNull(workers.poolId),
        name === undefined ? undefined : or(eq(workers.name, name), eq(workers.id, name)),
      ),
    )
    .orderBy(desc(workers.lastSeenAt))
    .limit(1);
  if (!machine) throw unknown("machine", name ?? "");
  return machine.name;
}

/**
 * Resolves the environment of a new agent (specification, section 4 `env`); undefined for the service's own runner. Throws
 * 400 for a pool or machine that doesn't exist or doesn't serve the repositories.
 */
export async function resolveTarget(
  context: Context,
  principal: TeamPrincipal,
  { env, repos = [] }: Pick<CreateAgentBody, "env" | "repos">,
): Promise<Target | undefined> {
  if (env === undefined || env.type === "cloud") return undefined;
  const found = await Promise.all(repos.map((repo) => findTargetRepository(context, repo)));
  const repositories = found.filter((each) => each !== undefined);
  const singleRepo = env.type === "machine" || (env.name ?? defaultPool) === defaultPool;
  if (singleRepo && repos.length > 1)
    throw apiError.field("repos", `a ${env.type} environment supports one repository`);
  if (env.type === "machine") {
    const userId = actingUser(principal)?.userId;
    const name = await findMachine(context, userId, env.name);
    return { type: "machine", name, userId: userId ?? 0, repositories };
  }
  const name = env.name ?? defaultPool;
  return { type: "pool", name, pool: await findPool(context, principal, name, repositories), repositories };
}
