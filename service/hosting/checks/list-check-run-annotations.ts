import { and, asc, eq, gt } from "drizzle-orm";
import { listCheckRunAnnotations } from "@/lib/contract/hosting/checks/list-check-run-annotations";
import { implement } from "../../core/http/implement";
import { pageOf, readPage } from "../../core/http/page-token";
import { checkRunAnnotations } from "../../core/store/tables/checks";
import { requireRepository } from "../access/repository-access";
import { annotationBody } from "./append-annotations";
import { requireCheckRun } from "./check-row";

const { runId, position } = checkRunAnnotations;

export const listCheckRunAnnotationsOperation = implement(
  listCheckRunAnnotations,
  async ({ principal, params, query }, context) => {
    const repository = await requireRepository(context, principal, params);
    const { run } = await requireCheckRun(context.db, repository.id, params.checkRunId);
    const list = `annotations ${run.id}`;
    const { size, after } = readPage(list, query);
    const rows = await context.db
      .select()
      .from(checkRunAnnotations)
      .where(and(eq(runId, run.id), after === undefined ? undefined : gt(position, Number.parseInt(after, 10) || 0)))
      .orderBy(asc(position))
      .limit(size + 1);
    const { items, nextPageToken } = pageOf(list, size, rows, (row) => String(row.position));
    return { annotations: items.map(annotationBody), nextPageToken };
  },
);
