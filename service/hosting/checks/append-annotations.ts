import { desc, eq } from "drizzle-orm";
import type { z } from "zod";
import type { annotationBatch, CheckRunAnnotation } from "@/lib/contract/hosting/check";
import { isoTime } from "@/lib/core/clock";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { checkRunAnnotations, checkRuns } from "../../core/store/tables/checks";
import type { Transaction } from "../../core/store/transaction";

export type AnnotationRow = typeof checkRunAnnotations.$inferSelect;

export const maxAnnotations = 100;
/** In ASCII order, so that ids sort like the numbers they encode. */
const digits = "234567abcdefghijklmnopqrstuvwxyz";

function sortable(value: number, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = `${digits[rest % 32]}${text}`;
  return text;
}

/** An id that sorts after the run's earlier annotations: creation time, position, and a random suffix. */
function annotationId(ids: Context["ids"], at: number, position: number): string {
  const prefix = `${sortable(at, 10)}${sortable(position, 2)}`;
  return `cra_${prefix}${ids.typed("cra").slice("cra_".length + prefix.length)}`;
}

export function annotationBody(row: AnnotationRow): CheckRunAnnotation {
  const { id, runId, level, message, title, rawDetails, path, startLine, endLine, startColumn, endColumn } = row;
  const at = isoTime(row.createdAt);
  return {
    id,
    checkRunId: runId,
    annotationLevel: level,
    message,
    ...(title === null ? {} : { title }),
    ...(rawDetails === null ? {} : { rawDetails }),
    createdAt: at,
    updatedAt: at,
    ...(path === null || startLine === null || endLine === null
      ? {}
      : {
          location: {
            path,
            startLine,
            endLine,
            ...(startColumn === null || endColumn === null ? {} : { columns: { startColumn, endColumn } }),
          },
        }),
  };
}

/** Appends annotations to a run. Throws ResourceExhausted if the run would exceed the limit. */
export async function appendAnnotations(
  tx: Transaction,
  { ids, clock }: Pick<Context, "ids" | "clock">,
  runId: string,
  annotations: z.output<typeof annotationBatch>,
): Promise<AnnotationRow[]> {
  await tx.select({ id: checkRuns.id }).from(checkRuns).where(eq(checkRuns.id, runId)).for("update");
  const [last] = await tx
    .select({ position: checkRunAnnotations.position, createdAt: checkRunAnnotations.createdAt })
    .from(checkRunAnnotations)
    .where(eq(checkRunAnnotations.runId, runId))
    .orderBy(desc(checkRunAnnotations.position))
    .limit(1);
  const first = last ? last.position + 1 : 0;
  if (first + annotations.length > maxAnnotations) {
    throw apiError.repohost("ResourceExhausted", `A check run can have at most ${maxAnnotations} annotations`);
  }
  // Keep ids ordered even if the clock goes back.
  const createdAt = Math.max(clock.now(), last?.createdAt ?? 0);
  const rows = annotations.map((annotation, index): AnnotationRow => {
    const { annotationLevel: level, message, title = null, rawDetails = null, location } = annotation;
    const position = first + index;
    return {
      id: annotationId(ids, createdAt, position),
      runId,
      position,
      level,
      message,
      title,
      rawDetails,
      path: location?.path ?? null,
      startLine: location?.startLine ?? null,
      endLine: location?.endLine ?? null,
      startColumn: location?.columns?.startColumn ?? null,
      endColumn: location?.columns?.endColumn ?? null,
      createdAt,
    };
  });
  await tx.insert(checkRunAnnotations).values(rows);
  return rows;
}
