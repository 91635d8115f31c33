import type { DashboardUser } from "@/lib/contract/dashboard/users/user";
import type { UserRow } from "@/lib/server/db/users";

export function userBody(row: UserRow): DashboardUser {
  return {
    id: row.id,
    email: row.email,
    displayName: row.displayName,
    role: row.role,
    createdAt: row.createdAt.toISOString(),
    ...(row.disabledAt ? { disabledAt: row.disabledAt.toISOString() } : {}),
    ...(row.lastSignInAt ? { lastSignInAt: row.lastSignInAt.toISOString() } : {}),
  };
}
