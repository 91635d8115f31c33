import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type FromRun, maxUnstoredRequests, maxWaitingRequests } from "./messages";
import { ParentRequests } from "./parent-requests";

const frame = (text: string) => ({ event: "assistant" as const, data: { text } });

function start() {
  const sent: Extract<FromRun, { type: "request" }>[] = [];
  const parent = new ParentRequests((message) => {
    if (message.type === "request") sent.push(message);
  });
  return { sent, parent };
}

describe("frames that a slow parent hasn't stored", () => {
  it("delay the next ones, so that many small ones don't exceed the requests a process can have waiting", async () => {
    const { sent, parent } = start();
    const total = 2 * maxWaitingRequests;
    const recording = (async () => {
      for (let index = 0; index < total; index += 1) await parent.record([frame(`${index}`)]);
      await parent.recorded();
    })();
    let stored = 0;
    for (; stored < total; stored += 1) {
      await nextTurn();
      expect(sent.length - stored).toBeLessThanOrEqual(maxUnstoredRequests);
      parent.replied({ type: "reply", id: sent[stored]?.id ?? 0 });
    }
    await recording;
    const texts = sent.map(({ request }) => request.kind === "record" && request.frames.map(({ data }) => data));
    expect(texts).toEqual(Array.from({ length: total }, (_, index) => [{ text: `${index}` }]));
  });

  it("aren't followed by others once one couldn't be stored", async () => {
    const { sent, parent } = start();
    const recording = (async () => {
      for (let index = 0; index < maxWaitingRequests; index += 1) await parent.record([frame(`${index}`)]);
    })();
    recording.catch(() => undefined);
    await nextTurn();
    parent.replied({ type: "reply", id: sent[0]?.id ?? 0, failure: { message: "the disk is full" } });
    await expect(recording).rejects.toThrow("the disk is full");
    expect(sent.length).toBe(maxUnstoredRequests);
    await expect(parent.record([frame("more")])).rejects.toThrow("the disk is full");
  });
});
