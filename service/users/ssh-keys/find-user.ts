import { and, eq, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { users } from "../../core/store/tables/users";

/** Returns an active user by email, case-insensitively. Throws 404 `user_not_found`. */
export async function requireUser({ db }: Pick<Context, "db">, email: string): Promise<typeof users.$inferSelect> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email.trim().toLowerCase()), eq(users.isActive, true)));
  if (!user) throw apiError.agents(404, "user_not_found", "User not found or inactive");
  return user;
}
