import { and, eq } from "drizzle-orm";
import type { HostedEnvironment } from "@/lib/contract/admin/environments/hosted-environment";
import { isoTime } from "@/lib/core/clock";
import type { Context } from "../core/context";
import { hostedEnvironments } from "../core/store/tables/hosted-environments";

export type HostedEnvironmentRow = typeof hostedEnvironments.$inferSelect;

export function hostedEnvironmentBody({ name, repos, updatedAt }: HostedEnvironmentRow): HostedEnvironment {
  return { name, repos, updatedAt: isoTime(updatedAt) };
}

export async function findHostedEnvironment(
  { db }: Pick<Context, "db">,
  teamId: number,
  name: string,
): Promise<HostedEnvironmentRow | undefined> {
  const [row] = await db
    .select()
    .from(hostedEnvironments)
    .where(and(eq(hostedEnvironments.teamId, teamId), eq(hostedEnvironments.name, name)));
  return row;
}
