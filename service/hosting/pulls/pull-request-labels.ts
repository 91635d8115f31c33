import { eq, inArray, sql } from "drizzle-orm";
import type { Label } from "@/lib/contract/hosting/label";
import { labels, pullRequestLabels } from "../../core/store/tables/labels";
import type { Reader } from "../../core/store/transaction";

export type LabelRow = typeof labels.$inferSelect;

/** Byte order, so that sorting doesn't depend on the database's collation. */
export const byName = sql`${labels.name} collate "C"`;

export function labelBody({ id, name, color, description }: LabelRow): Label {
  return { id, name, color, ...(description === null ? {} : { description }) };
}

/** The labels of pull requests, by name. */
export async function readLabels(db: Reader, pullRequestIds: readonly string[]): Promise<(id: string) => Label[]> {
  const found = new Map<string, Label[]>();
  if (pullRequestIds.length > 0) {
    const rows = await db
      .select({ id: pullRequestLabels.pullRequestId, label: labels })
      .from(pullRequestLabels)
      .innerJoin(labels, eq(labels.id, pullRequestLabels.labelId))
      .where(inArray(pullRequestLabels.pullRequestId, [...pullRequestIds]))
      .orderBy(byName);
    for (const { id, label } of rows) found.set(id, [...(found.get(id) ?? []), labelBody(label)]);
  }
  return (id) => found.get(id) ?? [];
}
