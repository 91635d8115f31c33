import { and, eq, inArray, isNull } from "drizzle-orm";
import { installationRepositories, installations } from "../../core/store/tables/apps";
import { reviews } from "../../core/store/tables/reviews";
import { serviceAccounts, users } from "../../core/store/tables/users";
import type { Reader } from "../../core/store/transaction";
import { userPermissions } from "../access/held-permissions";
import type { FoundRepository } from "../access/repository-access";
import type { FoundPullRequest } from "../pulls/pull-request-row";

export interface Approver {
  /** `user_…`, `sa_…` or `app_…` */
  id: string;
  email: string | undefined;
}

type RepositoryRef = Pick<FoundRepository, "id" | "namespace">;

async function appCanWrite(db: Reader, appId: string, { id, namespace }: RepositoryRef): Promise<boolean> {
  const [installation] = await db
    .select()
    .from(installations)
    .where(
      and(
        eq(installations.appId, appId),
        eq(installations.namespaceId, namespace.id),
        isNull(installations.deletedAt),
        isNull(installations.suspendedAt),
      ),
    );
  if (!installation?.scopes?.includes("repository:contents:write")) return false;
  if (installation.selection === "all") return true;
  const { installationId, repositoryId } = installationRepositories;
  const [selected] = await db
    .select({ repositoryId })
    .from(installationRepositories)
    .where(and(eq(installationId, installation.id), eq(repositoryId, id)));
  return selected !== undefined;
}

/** True if the actor currently has write access; approvals by others don't count. */
async function canWrite(db: Reader, actorId: string, repository: RepositoryRef): Promise<boolean> {
  if (actorId.startsWith("app_")) return appCanWrite(db, actorId, repository);
  if (actorId.startsWith("sa_")) {
    const [account] = await db
      .select({ teamId: serviceAccounts.teamId })
      .from(serviceAccounts)
      .where(eq(serviceAccounts.id, actorId));
    return account !== undefined && account.teamId === repository.namespace.teamId;
  }
  const [user] = await db.select().from(users).where(eq(users.actorId, actorId));
  if (!user?.isActive) return false;
  const { repository: held } = await userPermissions(db, user.id, repository.namespace, repository.id);
  return held === "write" || held === "admin";
}

/**
 * Approvers with write access of each pull request's latest version. Approvals of earlier versions don't count.
 */
export async function readApprovers(
  db: Reader,
  repository: RepositoryRef,
  layers: readonly FoundPullRequest[],
): Promise<(pullRequestId: string) => Approver[]> {
  const rows = await db
    .select({
      pullRequestId: reviews.pullRequestId,
      version: reviews.version,
      id: reviews.authorId,
      email: users.email,
    })
    .from(reviews)
    .leftJoin(users, eq(users.actorId, reviews.authorId))
    .where(
      and(
        inArray(
          reviews.pullRequestId,
          layers.map(({ pull }) => pull.id),
        ),
        eq(reviews.verdict, "approve"),
        isNull(reviews.dismissedAt),
      ),
    );
  const latest = new Map(layers.map(({ pull }) => [pull.id, pull.version]));
  const current = rows.filter(({ pullRequestId, version }) => latest.get(pullRequestId) === version);
  const writers = new Set<string>();
  for (const id of new Set(current.map((row) => row.id))) if (await canWrite(db, id, repository)) writers.add(id);
  return (ownerName) => {
    const approvals = current.filter(({ pullRequestId, id }) => pullRequestId === ownerName && writers.has(id));
    return [...new Map(approvals.map(({ id, email }) => [id, { id, email: email ?? undefined }])).values()];
  };
}

/** True if an owner from CODEOWNERS (an id or email address) is among the approvers. */
export function hasApproved(owner: string, approvers: readonly Approver[]): boolean {
  const ownerName = owner.replace(/^@/, "").toLowerCase();
  return approvers.some(({ id, email }) => id.toLowerCase() === ownerName || email?.toLowerCase() === ownerName);
}
