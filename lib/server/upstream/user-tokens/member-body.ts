import type { putMember } from "@/lib/contract/admin/namespaces/put-member";
import type { BodyOf } from "@/lib/contract/operation";
import type { Acting, Service } from "@/lib/server/upstream/client/service";

/** What the service knows about a user: their name, and what their role allows. */
export async function memberBody(
  { roleOf }: Pick<Service, "roleOf">,
  { email, name, role, ownRole = role }: Acting["user"],
): Promise<BodyOf<typeof putMember>> {
  // The caller's role can be from the time when a connection or a cache was started.
  const current = (await roleOf?.(email)) ?? ownRole;
  return { displayName: name, isAdmin: current === "admin", isReadOnly: current === "viewer" };
}
