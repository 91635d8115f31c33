import { expect, it } from "vitest";
import type { Run } from "@/lib/contract/agents/run";
import { withPendingPrompt } from "./pending-prompt";
import { reduceAll } from "./reduce";
import { emptyTranscript, type Row } from "./state";

const at = "2026-05-01T12:00:00Z";
const run = (status: string): Run => ({ id: "run-1", agentId: "bc-1", status, createdAt: at, updatedAt: at });
const prompt = { text: "Fix the login form.", images: 1 };
const data = { type: "user-message-appended", userMessage: { text: "From the stream." } };
const message = reduceAll(emptyTranscript, [{ id: "1", event: "interaction_update", data }]);
const rowsOf = (status: string, transcript = emptyTranscript, shown = prompt): readonly Row[] | undefined =>
  withPendingPrompt(new Map([["run-1", transcript]]), run(status), shown).get("run-1")?.rows;

it("shows the launch prompt of a run that has no events yet", () => {
  const row = { kind: "prompt", key: "r0", ...prompt };
  expect(rowsOf("CREATING")).toEqual([row]);
  expect(rowsOf("EXPIRED")).toEqual([row]);
  expect(withPendingPrompt(new Map(), run("CREATING"), prompt).get("run-1")?.rows).toEqual([row]);
});

it("is replaced in place by the prompt of the stream", () => {
  expect(rowsOf("RUNNING", message)).toMatchObject([{ kind: "prompt", key: "r0", text: "From the stream." }]);
});

it("adds nothing to a run that ended, or without a known prompt", () => {
  expect(rowsOf("FINISHED")).toEqual([]);
  expect(rowsOf("CREATING", emptyTranscript, { text: "", images: 0 })).toEqual([]);
  const none = new Map();
  expect(withPendingPrompt(none, run("CREATING"), undefined)).toBe(none);
  expect(withPendingPrompt(none, undefined, prompt)).toBe(none);
});
