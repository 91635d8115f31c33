import { z } from "zod";
import { Actor } from "@/lib/contract/hosting/actor";

/** That somebody held a reaction to a comment, or held it no more, at a moment. */
export interface ReactionFact {
  commentId: string;
  reactor: string;
  content: string;
  held: boolean;
  atMs: number;
  eventId: string;
}

const Reacted = z.looseObject({
  comment: z.looseObject({ id: z.string() }),
  reaction: z.looseObject({ content: z.string(), emoji: z.string().optional(), reactor: Actor }),
});

const prefix = "pull_request.comment.reaction.";

/** What a reaction event says; `undefined` for other events. Emojis without a name are told apart by themselves. */
export function reactionOf(event: {
  id: string;
  type: string;
  eventTime: string;
  payload: unknown;
}): ReactionFact | undefined {
  const { id: eventId, type, eventTime, payload } = event;
  if (type !== `${prefix}added` && type !== `${prefix}removed`) return undefined;
  const read = Reacted.safeParse(payload).data;
  const atMs = Date.parse(eventTime);
  if (!read || Number.isNaN(atMs)) return undefined;
  const { content, emoji, reactor } = read.reaction;
  const { user, app, serviceAccount } = reactor;
  const who = user?.id ?? app?.id ?? serviceAccount?.id;
  if (who === undefined) return undefined;
  return {
    commentId: read.comment.id,
    reactor: who,
    content: content === "CONTENT_UNSPECIFIED" ? (emoji ?? content) : content,
    held: type === `${prefix}added`,
    atMs,
    eventId,
  };
}

/**
 * Whether a fact is news after what is known of the same comment, reactor and content. Adding is told at least once and
 * events may come late, so the newest moment counts, whatever the order; `changes` says if anything is different now.
 */
export function foldReaction(
  known: Pick<ReactionFact, "held" | "atMs" | "eventId"> | undefined,
  fact: ReactionFact,
): { isNewer: boolean; changes: boolean } {
  const isNewer =
    known === undefined || fact.atMs > known.atMs || (fact.atMs === known.atMs && fact.eventId > known.eventId);
  return { isNewer, changes: isNewer && fact.held !== (known?.held ?? false) };
}
