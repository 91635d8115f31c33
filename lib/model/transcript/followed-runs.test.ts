import { describe, expect, it } from "vitest";
import { followedRuns, maxFollowed } from "./followed-runs";
import { emptyTranscript } from "./state";

const ids = Array.from({ length: 100 }, (_, index) => `run-${index}`);
const received = (runIds: readonly string[]) => new Map(runIds.map((id) => [id, { ...emptyTranscript, done: true }]));

describe("the runs to stream", () => {
  it("are all of them while the live channel can carry them", () => {
    expect(followedRuns(ids.slice(0, maxFollowed), new Map())).toEqual(ids.slice(0, maxFollowed));
  });

  it("are the newest at first", () => {
    expect(followedRuns(ids, new Map())).toEqual(ids.slice(-maxFollowed));
  });

  it("include older runs once newer ones are completely received", () => {
    expect(followedRuns(ids, received(ids.slice(36)))).toEqual([...ids.slice(0, 36), ...ids.slice(72)]);
  });

  it("are never more than the live channel carries", () => {
    expect(followedRuns(ids, received(ids))).toHaveLength(maxFollowed);
  });
});
