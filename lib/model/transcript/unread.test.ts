import { describe, expect, it } from "vitest";
import type { Run } from "@/lib/contract/agents/run";
import { conversationItems } from "./conversation-items";
import { reduceAll } from "./reduce";
import { emptyTranscript } from "./state";
import { withUnreadDivider } from "./unread";

const run = (id: string): Run => ({ id, agentId: "bc-1", status: "FINISHED", createdAt: "", updatedAt: "" });
const prompts = ["one", "two", "three"].map((text, index) => ({
  id: String(index),
  event: "interaction_update",
  data: { type: "user-message-appended", userMessage: { text } },
}));
const runs = [run("a"), run("b")];
const transcript = reduceAll(emptyTranscript, prompts);
const items = conversationItems(runs, new Map(runs.map(({ id }) => [id, transcript])), {
  isOpen: () => true,
});
const keysAround = (seen: { runId: string; index: number } | undefined) => {
  const shown = withUnreadDivider(items, ["a", "b"], seen);
  const at = shown.findIndex(({ kind }) => kind === "unread");
  return at < 0 ? undefined : [shown[at - 1]?.key, shown[at + 1]?.key];
};

describe("the unread divider", () => {
  it("is between the last seen row and the next one", () => {
    expect(keysAround({ runId: "a", index: 1 })).toEqual(["a r1", "a r2"]);
  });

  it("is before the next run when the seen run is complete", () => {
    expect(keysAround({ runId: "a", index: 2 })).toEqual(["a end", "b start"]);
  });

  it("is absent when everything was seen, or nothing is known", () => {
    expect(keysAround({ runId: "b", index: 2 })).toBeUndefined();
    expect(keysAround(undefined)).toBeUndefined();
    expect(keysAround({ runId: "unknown", index: 0 })).toBeUndefined();
  });
});
