import { expect, it } from "vitest";
import { numberFrames } from "./append-events";
import { PublishedEvents } from "./published-events";

const framesFrom = (first: number, count: number, text = "word") =>
  numberFrames(
    "run-12345678-0",
    first,
    Array.from({ length: count }, () => ({ event: "assistant", data: { text } })),
  );
const ids = (text = "") => [...text.matchAll(/^id: \S+-([0-9]+)$/gm)].map(([, sequence]) => Number(sequence));

it("joins consecutive batches, and knows only positions that a batch starts after", () => {
  const events = new PublishedEvents();
  events.add("CREATING", framesFrom(1, 2));
  events.add("RUNNING", framesFrom(3, 1));
  events.add("RUNNING", framesFrom(6, 1));
  expect(ids(events.after(0)?.text)).toEqual([1, 2, 3]);
  expect(events.after(0)).toMatchObject({ status: "RUNNING", last: 3, done: false });
  expect(ids(events.after(2)?.text)).toEqual([3]);
  for (const unknown of [1, 3, 4, 6]) expect(events.after(unknown)).toBeUndefined();
});

it("keeps a bounded number of characters, the newest", () => {
  const events = new PublishedEvents();
  for (let first = 1; first <= 100; first += 1) events.add("RUNNING", framesFrom(first, 1, "x".repeat(10_000)));
  expect(events.after(0)).toBeUndefined();
  const newest = ids(events.after(98)?.text);
  expect(newest).toEqual([99, 100]);
  expect(ids(events.after(60)?.text).length).toBeLessThan(14);
  events.add("RUNNING", framesFrom(101, 1, "x".repeat(1_000_000)));
  expect(events.after(100)).toBeUndefined();
  events.add("RUNNING", []);
  events.add("RUNNING", framesFrom(102, 1));
  expect(ids(events.after(101)?.text)).toEqual([102]);
});
