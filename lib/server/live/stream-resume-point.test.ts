import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advance, fromStart } from "@/lib/model/live/resume-point";
import { StreamResumePoint } from "./stream-resume-point";

const kinds = ["assistant", "thinking", "tool_call", "interaction_update", "result", "done"];

/** Numbered events with two formats of ids, because ids are opaque. */
const events = fc.array(fc.record({ id: fc.nat(9), event: fc.constantFrom(...kinds) }), { maxLength: 40 });
const spelling = fc.uniqueArray(fc.string({ minLength: 1, unit: "grapheme" }), { minLength: 10, maxLength: 10 });

describe("ids of events", () => {
  it("A-STREAM-12 are opaque to the server's reader", () => {
    fc.assert(
      fc.property(events, spelling, (sent, names) => {
        const [plain, other] = [new StreamResumePoint(), new StreamResumePoint()];
        for (const { id, event } of sent) {
          const name = names[id] ?? "";
          expect(other.accept({ id: name, event, data: "{}" })).toBe(plain.accept({ id: `${id}`, event, data: "{}" }));
          const { lastEventId } = plain;
          expect(other.lastEventId).toBe(lastEventId === undefined ? undefined : names[Number(lastEventId)]);
        }
      }),
    );
  });

  it("A-STREAM-12 are opaque to the browser's reader", () => {
    fc.assert(
      fc.property(events, spelling, (sent, names) => {
        let [plain, other] = [fromStart, fromStart];
        for (const { id, event } of sent) {
          plain = advance(plain, { id: `${id}`, event });
          other = advance(other, { id: names[id], event });
          expect(other.after).toBe(plain.after === undefined ? undefined : names[Number(plain.after)]);
        }
      }),
    );
  });
});
