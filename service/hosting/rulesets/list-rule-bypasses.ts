import { and, desc, eq, lt } from "drizzle-orm";
import { z } from "zod";
import { listRuleBypasses } from "@/lib/contract/hosting/rulesets/list-rule-bypasses";
import { isoTime } from "@/lib/core/clock";
import { implement } from "../../core/http/implement";
import { pageOf, readPage, readPosition } from "../../core/http/page-token";
import { ruleBypasses } from "../../core/store/tables/rule-bypasses";
import { requireRepository } from "../access/repository-access";
import { bypassBodies } from "./record-bypasses";

const Position = z.number().int().min(1);

export const listRuleBypassesOperation = implement(listRuleBypasses, async ({ principal, params, query }, context) => {
  const { id: repositoryId } = await requireRepository(context, principal, params);
  const list = `rule bypasses ${repositoryId}`;
  const { size, after } = readPage(list, query);
  const last = readPosition(after, Position);
  const rows = await context.db
    .select()
    .from(ruleBypasses)
    .where(and(eq(ruleBypasses.repositoryId, repositoryId), last === undefined ? undefined : lt(ruleBypasses.id, last)))
    .orderBy(desc(ruleBypasses.id))
    .limit(size + 1);
  const { items, nextPageToken } = pageOf(list, size, rows, ({ id }) => String(id));
  const bodies = await bypassBodies(context, items);
  const bypasses = items.flatMap(({ id, createdAt, ...row }, index) => {
    const body = bodies[index];
    return body
      ? [
          {
            ...body,
            id: String(id),
            change: row.change,
            ref: row.ref,
            before: row.before,
            after: row.after,
            createdAt: isoTime(createdAt),
          },
        ]
      : [];
  });
  return { bypasses, nextPageToken };
});
