import type { Owner } from "@/lib/contract/hosting/repo";
import type { NamespaceRow } from "./namespace-access";

/** A namespace as an owner. What it is is left unsaid when neither a team nor a person stands behind it any more. */
export function ownerBody(namespace: Pick<NamespaceRow, "slug" | "id" | "type" | "teamId" | "userId">): Owner {
  const { slug, id, type, teamId, userId } = namespace;
  return { slug, id, ...((type === "team" ? teamId : userId) === null ? {} : { type }) };
}
