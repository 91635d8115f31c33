import { describe, expect, it } from "vitest";
import type { Run } from "@/lib/contract/agents/run";
import { conversationItems, unshownResult } from "./conversation-items";
import { ConversationStore } from "./conversation-store";
import { durationLabel } from "./duration";
import { reduceAll } from "./reduce";
import { emptyTranscript, type Frame } from "./state";

const run = (id: string): Run => ({ id, agentId: "bc-1", status: "RUNNING", createdAt: "", updatedAt: "" });
const message = (id: string, text: string): Frame => ({ id, event: "assistant", data: { text } });

const options = { isOpen: () => true };

function bench() {
  const deliver = new Map<string, (frame: Frame) => void>();
  const stopped: string[] = [];
  const due: (() => void)[] = [];
  const store = new ConversationStore(
    (runId, take) => {
      deliver.set(runId, take);
      return () => stopped.push(runId);
    },
    (callback) => due.push(callback),
  );
  const paint = () => {
    for (const callback of due.splice(0)) callback();
  };
  return { store, stopped, paint, send: (runId: string, frame: Frame) => deliver.get(runId)?.(frame) };
}

describe("the conversation of an agent", () => {
  it("updates once per paint, regardless of the number of frames", () => {
    const { store, paint, send } = bench();
    let changes = 0;
    store.subscribe(() => {
      changes += 1;
    });
    store.follow(["run-1", "run-2"]);
    for (let at = 0; at < 50; at += 1) send("run-1", message(`${at}`, "x"));
    send("run-2", message("0", "y"));
    paint();
    expect(changes).toBe(1);
    expect(store.read().get("run-1")?.rows).toMatchObject([{ text: "x".repeat(50) }]);
  });

  it("renders a replay once, when complete or after a delay", () => {
    const { store, paint, send } = bench();
    const drawn: number[] = [];
    store.subscribe(() => drawn.push(store.read().get("run-1")?.rows.length ?? 0));
    store.follow(["run-1"]);
    let at = 0;
    const replay = (count: number) => {
      for (const end = at + count; at < end; at += 1) {
        send("run-1", { id: `${at}`, event: "tool_call", data: { callId: `${at}` } });
      }
    };
    replay(600);
    paint();
    replay(600);
    paint();
    expect(drawn).toEqual([]);
    paint();
    expect(drawn).toEqual([1_200]);
    replay(10);
    paint();
    paint();
    expect(drawn).toEqual([1_200, 1_210]);
    for (let paints = 0; paints < 20; paints += 1) {
      replay(500);
      paint();
    }
    expect(drawn).toEqual([1_200, 1_210, 11_210]);
  });

  it("unsubscribes from runs that are no longer visible and drops their rows", () => {
    const { store, stopped, paint, send } = bench();
    store.follow(["run-1", "run-2"]);
    send("run-1", message("0", "x"));
    paint();
    store.follow(["run-2"]);
    expect(stopped).toEqual(["run-1"]);
    expect([...store.read().keys()]).toEqual([]);
    store.follow(["run-1"]);
    send("run-1", message("0", "x"));
    paint();
    store.close();
    expect(stopped).toEqual(["run-1", "run-2", "run-1"]);
    expect(store.read().get("run-1")?.rows).toHaveLength(1);
  });

  it("keeps the items of unchanged rows", () => {
    const first = reduceAll(emptyTranscript, [
      message("1", "a"),
      { id: "2", event: "tool_call", data: { callId: "c" } },
    ]);
    const second = reduceAll(first, [message("3", "b")]);
    const before = conversationItems([run("run-1")], new Map([["run-1", first]]), options);
    const after = conversationItems([run("run-1")], new Map([["run-1", second]]), options);
    expect(after.map(({ key }) => key)).toEqual(["run-1 start", "run-1 r0", "run-1 r1", "run-1 r2", "run-1 end"]);
    expect(after[1]).toBe(before[1]);
    expect(after[2]).toBe(before[2]);
  });

  it("shows a final text that no message contained", () => {
    const result: Frame = { id: "9", event: "result", data: { status: "FINISHED", text: "All done." } };
    expect(
      unshownResult(reduceAll(emptyTranscript, [message("1", "All "), message("2", "done.\n"), result])),
    ).toBeUndefined();
    expect(unshownResult(reduceAll(emptyTranscript, [result]))).toBe("All done.");
  });
});

describe("a duration", () => {
  it("is formatted in its two largest units", () => {
    const words = [320, 4_250, 59_999, 125_000, 3_780_000].map(durationLabel);
    expect(words).toEqual(["320 ms", "4.2 s", "59 s", "2 min 5 s", "1 h 3 min"]);
  });
});
