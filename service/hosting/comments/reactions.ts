import { asc, inArray } from "drizzle-orm";
import type { CommentReaction } from "@/lib/contract/hosting/comment";
import { commentReactions } from "../../core/store/tables/reviews";
import { actorBodies, type Readable } from "../actors/actor";

/** Emojis that have a name in the API. */
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

/** How the API calls a reaction. */
export const contentOf = (emoji: string) => names.get(emoji) ?? "CONTENT_UNSPECIFIED";

/** One form of what looks the same: hearts come with and without the sign that colours them. */
export function sameEmoji(given: string): string {
  return given === "\u2764" ? "\u2764\uFE0F" : given;
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
      .map((row) => ({ content: contentOf(row.emoji), emoji: row.emoji, reactor: actor(reactorOf(row)) }));
}
