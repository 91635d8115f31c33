import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventHash, parseEventHash } from "./event-hash";

describe("eventHash", () => {
  it("round-trips any ids", () => {
    const id = fc.string({ minLength: 1 }).filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(id, id, (runId, eventId) => {
        expect(parseEventHash(eventHash(runId, eventId))).toEqual({ runId, eventId });
      }),
    );
  });

  it.each(["", "#", "#content", "#a/b/c", "#%zz/1"])("is undefined for %j", (hash) => {
    expect(parseEventHash(hash)).toBeUndefined();
  });
});
