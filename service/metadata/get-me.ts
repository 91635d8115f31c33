import { eq } from "drizzle-orm";
import { getMe } from "@/lib/contract/agents/get-me";
import { isoTime } from "@/lib/core/clock";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { actingUser } from "../core/principal";
import { users } from "../core/store/tables/users";

/** Describes the calling key (specification, section 2 Key info). */
export const getMeOperation = implement(getMe, async ({ principal }, { db }) => {
  if (!("keyId" in principal)) throw apiError.agents(403, "role_forbidden", "This credential is not an API key");
  const key = { apiKeyName: principal.keyName, createdAt: isoTime(principal.keyCreatedAt) };
  const acting = actingUser(principal);
  if (!acting) return key;
  const [user] = await db.select().from(users).where(eq(users.id, acting.userId));
  return {
    ...key,
    userId: acting.userId,
    ...(user ? { userEmail: user.email } : {}),
    ...(user?.firstName ? { userFirstName: user.firstName } : {}),
    ...(user?.lastName ? { userLastName: user.lastName } : {}),
  };
});
