import type { Owner } from "@/lib/contract/hosting/repo";
import type { NamespaceRow } from "./namespace-access";

/** A namespace as an owner. `type` is omitted when its team or user no longer exists. */
export function ownerBody(namespace: Pick<NamespaceRow, "slug" | "id" | "type" | "teamId" | "userId">): Owner {
  const { slug, id, type, teamId, userId } = namespace;
  return { slug, id, ...((type === "team" ? teamId : userId) === null ? {} : { type }) };
}
