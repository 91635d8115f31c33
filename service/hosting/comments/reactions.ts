import { asc, inArray } from "drizzle-orm";
import type { CommentReaction } from "@/lib/contract/hosting/comment";
import { commentReactions } from "../../core/store/tables/reviews";
import { actorBodies, type Readable } from "../actors/actor";

/** Emoji with a name in the API. */
const names: ReadonlyMap<string, CommentReaction["content"]> = new Map([
  ["👍", "thumbs_up"],
  ["👎", "thumbs_down"],
  ["😄", "laugh"],
  ["🎉", "hooray"],
  ["😕", "confused"],
  ["\u2764\uFE0F", "heart"],
  ["🚀", "rocket"],
  ["👀", "eyes"],
]);

/** A reaction's name in the API. */
export const reactionContent = (emoji: string) => names.get(emoji) ?? "CONTENT_UNSPECIFIED";

/** Normalizes the heart, which comes with and without the emoji variation selector. */
export function normalizeEmoji(text: string): string {
  return text === "\u2764" ? "\u2764\uFE0F" : text;
}

function reactorOf({ reactorId, reactorAppId }: typeof commentReactions.$inferSelect) {
  return { id: reactorId, appId: reactorAppId };
}

/** Reactions to comments, oldest first. */
export async function reactionsTo(
  context: Readable,
  commentIds: readonly string[],
): Promise<(commentId: string) => CommentReaction[]> {
  if (commentIds.length === 0) return () => [];
  const rows = await context.db
    .select()
    .from(commentReactions)
    .where(inArray(commentReactions.commentId, [...commentIds]))
    .orderBy(asc(commentReactions.createdAt), asc(commentReactions.reactorId), asc(commentReactions.emoji));
  const actor = await actorBodies(context, rows.map(reactorOf));
  return (wanted) =>
    rows
      .filter(({ commentId }) => commentId === wanted)
      .map((row) => ({ content: reactionContent(row.emoji), emoji: row.emoji, reactor: actor(reactorOf(row)) }));
}
