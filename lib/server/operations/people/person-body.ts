import type { DashboardPerson } from "@/lib/contract/dashboard/people/person";
import type { PersonRow } from "@/lib/server/db/people";

export function personBody(row: PersonRow): DashboardPerson {
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
