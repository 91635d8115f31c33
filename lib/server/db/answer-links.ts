import { and, eq, gt, isNull, lt } from "drizzle-orm";
import { answerLinks, answerRequests } from "./notification-schema";
import { users } from "./schema";
import type { Store } from "./store";
import type { UserRow } from "./users";

type AnswerRequestRow = typeof answerRequests.$inferSelect;
type AnswerLinkRow = typeof answerLinks.$inferSelect;

/** A link with the request it responds to and the user it acts for. */
export interface FoundLink {
  link: AnswerLinkRow;
  request: AnswerRequestRow;
  user: UserRow;
}

/**
 * Adds links to a user's request. The first call stores the request, and later ones, for other channels and retries, add to it.
 * Returns false if it was used or has expired.
 */
export async function addAnswerLinks(
  { database }: Store,
  request: Omit<AnswerRequestRow, "id" | "usedAt">,
  links: readonly Omit<AnswerLinkRow, "requestId">[],
  now: Date,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    await tx
      .insert(answerRequests)
      .values({ id: crypto.randomUUID(), ...request })
      .onConflictDoNothing();
    const [row] = await tx
      .select({ id: answerRequests.id })
      .from(answerRequests)
      .where(
        and(
          eq(answerRequests.userId, request.userId),
          eq(answerRequests.runId, request.runId),
          eq(answerRequests.questionId, request.questionId),
          isNull(answerRequests.usedAt),
          gt(answerRequests.expiresAt, now),
        ),
      );
    if (!row) return false;
    await tx.insert(answerLinks).values(links.map((link) => ({ ...link, requestId: row.id })));
    return true;
  });
}

export async function findAnswerLink({ database }: Store, tokenHash: string): Promise<FoundLink | undefined> {
  const [row] = await database
    .select({ link: answerLinks, request: answerRequests, user: users })
    .from(answerLinks)
    .innerJoin(answerRequests, eq(answerRequests.id, answerLinks.requestId))
    .innerJoin(users, eq(users.id, answerRequests.userId))
    .where(eq(answerLinks.tokenHash, tokenHash));
  return row;
}

/** Uses up all links of a request. Of several concurrent callers, in any process, one succeeds. */
export async function claimAnswerRequest({ database }: Store, id: string, now: Date): Promise<boolean> {
  const claimed = await database
    .update(answerRequests)
    .set({ usedAt: now })
    .where(and(eq(answerRequests.id, id), isNull(answerRequests.usedAt), gt(answerRequests.expiresAt, now)))
    .returning({ id: answerRequests.id });
  return claimed.length > 0;
}

/** Makes the links usable again after an answer wasn't accepted. */
export async function releaseAnswerRequest({ database }: Store, id: string): Promise<void> {
  await database.update(answerRequests).set({ usedAt: null }).where(eq(answerRequests.id, id));
}

/** Deletes requests that expired before `before`, with their links. */
export async function deleteAnswerRequests({ database }: Pick<Store, "database">, before: Date): Promise<void> {
  await database.delete(answerRequests).where(lt(answerRequests.expiresAt, before));
}
