import { roleAllows } from "@/lib/contract/operation";
import type { Person } from "@/lib/server/auth/session-reader";
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

const isAdmin = ({ role }: Person) => roleAllows(role, "admin");

/**
 * What a user can do with a variable: with the team's, only admins can change it; with a repository's, users who can push to it;
 * with a user's, only they. Admins can delete those of every repository, even after it was deleted.
 */
export async function variableAccess(
  { service }: VariableParts,
  person: Person,
  { scope, owner }: Pick<SavedVariableRow, "scope" | "owner">,
): Promise<Access> {
  if (scope === "person") {
    const own = owner === person.id;
    return { canUse: own, canChange: own, canDelete: own };
  }
  if (scope === "team") return { canUse: true, canChange: isAdmin(person), canDelete: isAdmin(person) };
  const access = await repositoryAccessByKey(service, person, owner);
  const canChange = access?.canChange ?? false;
  return { canUse: access?.canUse ?? false, canChange, canDelete: canChange || isAdmin(person) };
}

/** A variable that the user can change or delete. Throws {@link OperationError}; variables they can't see don't exist for them. */
export async function requireVariable(
  parts: VariableParts,
  person: Person,
  { id, to }: { id: string; to: "canChange" | "canDelete" },
): Promise<SavedVariableRow> {
  const row = await findVariable(parts.store, id);
  const access = row && (await variableAccess(parts, person, row));
  if (!row || !access || !(access.canUse || access.canDelete)) throw variableNotFound();
  if (!access[to]) throw forbidden(row.scope === "team" ? "the team" : (row.repository ?? ""));
  return row;
}

const forbidden = (owner: string) =>
  new OperationError({ status: 403, code: "forbidden", message: `You can't change the variables of ${owner}.` });

export type OwnerColumns = Pick<NewVariable, "scope" | "owner" | "personId" | "repository">;

/** What a new variable belongs to. Throws {@link OperationError} if the user can't add one there. */
export async function requireOwner(
  { service }: VariableParts,
  person: Person,
  { scope, repository: url }: { scope: SavedVariableRow["scope"]; repository?: string | undefined },
): Promise<OwnerColumns> {
  if (scope === "person") return { scope, owner: person.id, personId: person.id, repository: null };
  if (scope === "team") {
    if (!isAdmin(person)) throw forbidden("the team");
    return { scope, owner: "", personId: null, repository: null };
  }
  const { key, name, canChange } = await repositoryAccessByUrl(service, person, url ?? "");
  if (!canChange) throw forbidden(name);
  return { scope, owner: key, personId: null, repository: name };
}
