import { z } from "zod";
import { Actor } from "@/lib/contract/hosting/actor";

/** A reaction to a comment that was added or removed at a point in time. */
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

/** Parses a reaction event. Returns `undefined` for other events. Unnamed emojis are identified by the emoji itself. */
export function parseReactionEvent(event: {
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
 * Compares a fact with the known one of the same comment, reactor and content. Events are delivered at least once and
 * in any order, so the latest timestamp wins. `changes` is whether the state differs now.
 */
export function foldReaction(
  known: Pick<ReactionFact, "held" | "atMs" | "eventId"> | undefined,
  fact: ReactionFact,
): { isNewer: boolean; changes: boolean } {
  const isNewer =
    known === undefined || fact.atMs > known.atMs || (fact.atMs === known.atMs && fact.eventId > known.eventId);
  return { isNewer, changes: isNewer && fact.held !== (known?.held ?? false) };
}
