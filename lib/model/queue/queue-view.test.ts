import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PendingRequest } from "../../contract/pools/pending-request";
import { applyEvent, createQueueView, type QueueEvent, type QueueView, readQueueEvent } from "./queue-view";

const ids = ["bc-1", "bc-2", "bc-3"];
const request = (id: string, claimed?: string): PendingRequest => ({
  id,
  userId: 1,
  labels: [{ key: "pool", value: "gpu" }],
  createdAtMs: 5,
  ...(claimed === undefined ? {} : { claimedWorkerId: claimed, wakeTimeoutMs: 1_000 }),
});

const event: fc.Arbitrary<QueueEvent> = fc
  .constantFrom(...ids)
  .chain((id) =>
    fc.constantFrom<QueueEvent>(
      { event: "created", data: request(id) },
      { event: "claimed_offline", data: request(id, "ctrl-1") },
      { event: "claimed", data: { id } },
      { event: "expired", data: { id } },
    ),
  );

const through = (view: QueueView, events: readonly QueueEvent[]) => events.reduce(applyEvent, view);

/** The queue itself: what its list shows at any moment. */
function listAfter(events: readonly QueueEvent[]): PendingRequest[] {
  return ids.flatMap((id) => {
    const last = events.findLast(({ data }) => data.id === id);
    return last && (last.event === "created" || last.event === "claimed_offline") ? [last.data] : [];
  });
}

const plain = (view: QueueView) => Object.fromEntries(view);

describe("the view of the queue", () => {
  it("P-WATCH-32 P-WATCH-33 matches the list at every moment, from any starting list", () => {
    fc.assert(
      fc.property(fc.array(event), fc.array(event), (before, later) => {
        const view = through(createQueueView(listAfter(before)), later);
        expect(plain(view)).toEqual(plain(createQueueView(listAfter([...before, ...later]))));
      }),
    );
  });

  it("P-WATCH-35 a repeated event or replay changes nothing", () => {
    fc.assert(
      fc.property(fc.array(event), fc.array(event), (before, again) => {
        const once = through(through(createQueueView([]), before), again);
        expect(plain(through(once, again))).toEqual(plain(once));
        const doubled = again.flatMap((each) => [each, each]);
        expect(plain(through(through(createQueueView([]), before), doubled))).toEqual(plain(once));
      }),
    );
  });

  it("P-WATCH-34 claimed for an unknown request does nothing", () => {
    const view = createQueueView([request("bc-1")]);
    expect(plain(applyEvent(view, { event: "claimed", data: { id: "bc-9" } }))).toEqual(plain(view));
  });

  it("P-WATCH-31 a list replaces the state, so a dropped event has no lasting effect", () => {
    fc.assert(
      fc.property(fc.array(event), fc.array(fc.boolean()), (events, dropped) => {
        const seen = events.filter((_, index) => !dropped[index]);
        through(createQueueView([]), seen);
        expect(plain(createQueueView(listAfter(events)))).toEqual(plain(through(createQueueView([]), events)));
      }),
    );
  });

  it("ignores heartbeats, unknown kinds and malformed events", () => {
    expect(readQueueEvent("heartbeat", "{}")).toBeUndefined();
    expect(readQueueEvent("renamed", '{"id":"bc-1"}')).toBeUndefined();
    expect(readQueueEvent("created", "{")).toBeUndefined();
    expect(readQueueEvent("created", '{"id":"bc-1"}')).toBeUndefined();
    expect(readQueueEvent("claimed", '{"id":"bc-1"}')).toEqual({ event: "claimed", data: { id: "bc-1" } });
  });
});
