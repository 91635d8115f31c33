import { describe, expect, it } from "vitest";
import { foldReaction, parseReactionEvent, type ReactionFact } from "./reaction-events";

/** A seeded pseudo-random number generator. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const keyOf = ({ commentId, reactor, content }: ReactionFact) => `${commentId} ${reactor} ${content}`;

function folded(facts: readonly ReactionFact[]): { held: string[]; changes: number } {
  const known = new Map<string, ReactionFact>();
  let changes = 0;
  for (const fact of facts) {
    const fold = foldReaction(known.get(keyOf(fact)), fact);
    if (fold.changes) changes += 1;
    if (fold.isNewer) known.set(keyOf(fact), fact);
  }
  const held = [...known.values()].filter((fact) => fact.held).map(keyOf);
  return { held: held.sort(), changes };
}

function shuffled<T>(items: readonly T[], next: (below: number) => number): T[] {
  const left = [...items];
  return items.map(() => left.splice(next(left.length), 1)[0] as T);
}

describe("foldReaction", () => {
  it("converges regardless of the order and repetition of events (H-EVENT-13)", () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const next = random(seed);
      const facts = Array.from(
        { length: 1 + next(12) },
        (_, index): ReactionFact => ({
          commentId: `c${next(2)}`,
          reactor: `user_${next(2)}`,
          content: ["heart", "eyes"][next(2)] ?? "heart",
          held: next(3) > 0,
          atMs: 1_000 + next(5),
          eventId: `evt_${index}`,
        }),
      );
      const truth = folded([...facts].sort((a, b) => a.atMs - b.atMs || (a.eventId < b.eventId ? -1 : 1)));
      const doubled = shuffled([...facts, ...facts, ...facts.slice(next(facts.length))], next);
      expect([seed, folded(doubled).held]).toEqual([seed, truth.held]);
    }
  });

  it("ignores a reaction that is already held (H-EVENT-13)", () => {
    const fact = { commentId: "c", reactor: "u", content: "heart", held: true, atMs: 1, eventId: "evt_1" };
    const again = { ...fact, atMs: 2, eventId: "evt_2" };
    expect(folded([fact, again, again]).changes).toBe(1);
    expect(folded([{ ...fact, held: false }]).changes).toBe(0);
  });
});

describe("reactionOf", () => {
  const event = (type: string, reaction: object) => ({
    id: "evt_1",
    type: `pull_request.comment.reaction.${type}`,
    eventTime: "2026-07-01T10:03:00Z",
    payload: { comment: { id: "c1" }, reaction },
  });
  const reactor = { user: { id: "user_1", email: "" } };

  it("parses reactor and content, and distinguishes unnamed emojis", () => {
    const fact = parseReactionEvent(event("added", { content: "heart", reactor }));
    expect(fact).toMatchObject({ commentId: "c1", reactor: "user_1", content: "heart", held: true });
    const unnamed = parseReactionEvent(event("removed", { content: "CONTENT_UNSPECIFIED", emoji: "🦀", reactor }));
    expect(unnamed).toMatchObject({ content: "🦀", held: false });
    expect(parseReactionEvent(event("added", { content: "heart", reactor: {} }))).toBeUndefined();
    expect(parseReactionEvent(event("moved", { content: "heart", reactor }))).toBeUndefined();
  });
});
