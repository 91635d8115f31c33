import { roleAllows } from "@/lib/contract/operation";
import type { User } from "@/lib/server/auth/session-reader";
import { findVariable, type NewVariable, type SavedVariableRow } from "@/lib/server/db/saved-variables";
import { OperationError } from "@/lib/server/gateway/dashboard-operation";
import type { VariableParts } from "@/lib/server/variables/dashboard-variables";
import { repositoryAccessByKey, repositoryAccessByUrl } from "@/lib/server/variables/repository-access";
import { variableNotFound } from "./variable-body";

interface Access {
  canUse: boolean;
  canChange: boolean;
  canDelete: boolean;
}

const isAdmin = ({ role }: User) => roleAllows(role, "admin");

/**
 * What a user can do with a variable: with the team's, only admins can change it; with a repository's, users who can push to it;
 * with a user's, only they. Admins can delete those of every repository, even after it was deleted.
 */
export async function variableAccess(
  { service }: VariableParts,
  user: User,
  { scope, owner }: Pick<SavedVariableRow, "scope" | "owner">,
): Promise<Access> {
  if (scope === "user") {
    const own = owner === user.id;
    return { canUse: own, canChange: own, canDelete: own };
  }
  if (scope === "team") return { canUse: true, canChange: isAdmin(user), canDelete: isAdmin(user) };
  const access = await repositoryAccessByKey(service, user, owner);
  const canChange = access?.canChange ?? false;
  return { canUse: access?.canUse ?? false, canChange, canDelete: canChange || isAdmin(user) };
}

/** A variable that the user can change or delete. Throws {@link OperationError}; variables they can't see don't exist for them. */
export async function requireVariable(
  parts: VariableParts,
  user: User,
  { id, to }: { id: string; to: "canChange" | "canDelete" },
): Promise<SavedVariableRow> {
  const row = await findVariable(parts.store, id);
  const access = row && (await variableAccess(parts, user, row));
  if (!row || !access || !(access.canUse || access.canDelete)) throw variableNotFound();
  if (!access[to]) throw forbidden(row.scope === "team" ? "the team" : (row.repository ?? ""));
  return row;
}

const forbidden = (owner: string) =>
  new OperationError({ status: 403, code: "forbidden", message: `You can't change the variables of ${owner}.` });

export type OwnerColumns = Pick<NewVariable, "scope" | "owner" | "userId" | "repository">;

/** What a new variable belongs to. Throws {@link OperationError} if the user can't add one there. */
export async function requireOwner(
  { service }: VariableParts,
  user: User,
  { scope, repository: url }: { scope: SavedVariableRow["scope"]; repository?: string | undefined },
): Promise<OwnerColumns> {
  if (scope === "user") return { scope, owner: user.id, userId: user.id, repository: null };
  if (scope === "team") {
    if (!isAdmin(user)) throw forbidden("the team");
    return { scope, owner: "", userId: null, repository: null };
  }
  const { key, name, canChange } = await repositoryAccessByUrl(service, user, url ?? "");
  if (!canChange) throw forbidden(name);
  return { scope, owner: key, userId: null, repository: name };
}
