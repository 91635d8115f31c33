import { and, eq, inArray } from "drizzle-orm";
import { apiError } from "../../core/http/api-error";
import { labels } from "../../core/store/tables/labels";
import type { Reader } from "../../core/store/transaction";
import type { LabelRow } from "../pulls/pull-request-labels";

export const labelNotFound = () => apiError.repohost("NotFound", "Label not found");

export const isLabel = (repositoryId: string, name: string) =>
  and(eq(labels.repositoryId, repositoryId), eq(labels.name, name));

/** A repository's label by name. Throws NotFound. */
export async function requireLabel(db: Reader, repositoryId: string, name: string): Promise<LabelRow> {
  const [row] = await db.select().from(labels).where(isLabel(repositoryId, name));
  if (!row) throw labelNotFound();
  return row;
}

/** A repository's labels by name, locked against deletion until the transaction ends. Throws NotFound. */
export async function requireLabels(db: Reader, repositoryId: string, names: readonly string[]): Promise<LabelRow[]> {
  if (names.length === 0) return [];
  const rows = await db
    .select()
    .from(labels)
    .where(and(eq(labels.repositoryId, repositoryId), inArray(labels.name, [...names])))
    .for("key share");
  const known = new Set(rows.map(({ name }) => name));
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw apiError.repohost("NotFound", `Label ${JSON.stringify(unknown)} not found`, "labels");
  }
  return rows;
}
