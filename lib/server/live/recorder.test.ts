import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "@/lib/core/log";
import { readAgentRows } from "@/lib/server/db/agent-rows";
import { removeAgent, saveDetail, saveEntries } from "@/lib/server/db/indexed-agents";
import { eventsAfter, findRecording } from "@/lib/server/db/recordings";
import type { Store } from "@/lib/server/db/store";
import { startTestStore } from "@/lib/server/db/testing/test-store";
import { replayRuns } from "@/lib/server/index/replay-runs";
import { Hub } from "./hub";
import { Recorder } from "./recorder";
import { LiveBench, settled, subject, text } from "./testing/live-bench";
import { event } from "./testing/scripted-service";

const log = createLog({ program: "test", level: "silent" });
const run = { agentId: "bc-1", runId: "run-1" };
const times = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" };
const agent = {
  id: "bc-1",
  name: "a",
  status: "IDLE",
  env: { type: "cloud" },
  url: "",
  latestRunId: "run-1",
  ...times,
};
const expired = { status: 410, body: { error: { code: "stream_expired", message: "too late" } } };

let bench: LiveBench;
let close: () => Promise<void>;
let store: Store;
let recorder: Recorder;
beforeEach(async () => {
  bench = await LiveBench.start();
  ({ store, close } = await startTestStore());
  recorder = new Recorder({ store: async () => store, clock: bench.clock, log });
  bench.hub = freshHub();
  await saveEntries(store, { source: "test", entries: [agent], pass: 1, readAt: new Date(0) });
});
afterEach(async () => {
  await bench.stop();
  await close();
});

const freshHub = () =>
  new Hub({ service: bench.upstream.service, shutdown: bench.shutdown.signal, random: () => 0, recorder });

const recorded = async () => (await eventsAfter(store, run, -1, 1_000)).map((row) => row.eventId ?? row.event);

/** Advances the clock until a condition is true. */
async function until(check: () => Promise<void>): Promise<void> {
  await expect
    .poll(
      async () => {
        bench.clock.advance(600);
        return check().then(
          () => "ok",
          (error: unknown) => String(error),
        );
      },
      { timeout: 20_000, interval: 10 },
    )
    .toBe("ok");
}

const whole = text("1") + text("2/x") + event("3", "result", { runId: "run-1", status: "FINISHED" });

describe("the recorder", () => {
  it("stores relayed events once, and serves them after the service's retention", async () => {
    const browser = bench.open(subject);
    const source = await bench.stream(0);
    source.write(event(undefined, "status", { runId: "run-1", status: "RUNNING" }) + whole);
    source.write(event(undefined, "done", {}));
    await settled(() => expect(browser.state).toBe("ended"));
    await until(async () => expect(await findRecording(store, run)).toMatchObject({ state: "complete", events: 4 }));
    expect(await recorded()).toEqual(["1", "2/x", "3", "done"]);

    bench.hub = freshHub();
    bench.upstream.failures.push(expired);
    const late = bench.open(subject);
    await settled(() => expect(late.state).toBe("expired"));
    expect(late.ids).toEqual(["1", "2/x", "3", "done"]);
    expect(late.frames.map(({ data }) => data)).toEqual(browser.frames.slice(1).map(({ data }) => data));
    expect(late.states.at(-1)?.message).toBe("The service no longer has this run's events. Showing the recording.");
    expect((await findRecording(store, run))?.state).toBe("complete");
    const resumed = bench.open(`${subject}@2%2Fx`);
    await settled(() => expect(resumed.ids).toEqual(["3", "done"]));
  });

  it("keeps the failed steps and the plan of a run, whether its end is indexed before or after", async () => {
    const detail = { ...agent, repos: [], workOnCurrentBranch: false, autoCreatePR: false };
    const finished = { id: "run-1", agentId: "bc-1", status: "FINISHED", ...times };
    const facts = async () => {
      const [row] = await readAgentRows(store, ["bc-1"]);
      return [row?.run?.failedSteps, row?.run?.plan];
    };
    const index = () => saveDetail(store, { agent: detail, runs: [finished], at: new Date(0) });
    await index();
    expect(await facts()).toEqual([undefined, undefined]);
    bench.open(subject);
    const source = await bench.stream(0);
    const call = (callId: string, exitCode: number) => ({
      callId,
      name: "run_terminal_cmd",
      status: "completed",
      args: { command: "npm test" },
      result: { success: { exitCode, stdout: "", stderr: "" } },
    });
    source.write(event("0a", "tool_call", call("a", 2)) + event("0b", "tool_call", call("b", 0)));
    source.write(event("0c", "interaction_update", { type: "turn-ended", mode: "plan" }) + whole);
    source.write(event(undefined, "done", {}));
    await until(async () => expect(await facts()).toEqual([1, true]));
    await index();
    expect(await facts()).toEqual([1, true]);
  });

  it("adds only missing events to a recording, from any process", async () => {
    const first = recorder.record({ name: subject, ...run });
    const second = recorder.record({ name: subject, ...run });
    const frames = Array.from({ length: 40 }, (_, index) => ({ id: `${index}`, event: "assistant", data: "{}" }));
    for (const frame of frames.slice(0, 25)) first.add(frame);
    for (const frame of frames) second.add(frame);
    await Promise.all([first.end("reconnecting"), second.end("ended")]);
    expect(await recorded()).toEqual(frames.map(({ id }) => id));
  });

  it("reports an incomplete recording if the events expired before the run was fully read", async () => {
    const browser = bench.open(subject);
    const source = await bench.stream(0);
    source.write(text("1") + text("2"));
    await settled(() => expect(browser.ids).toEqual(["1", "2"]));
    bench.upstream.failures.push(expired);
    source.cut();
    await settled(() => expect(browser.state).toBe("reconnecting"));
    bench.clock.advance(1_000);
    await settled(() => expect(browser.state).toBe("expired"));
    expect(browser.states.at(-1)?.message).toContain("the end is missing");
    expect(await findRecording(store, run)).toMatchObject({ state: "expired", events: 2 });
  });

  it("reports that nothing was recorded", async () => {
    bench.upstream.failures.push(expired);
    const browser = bench.open(subject);
    await settled(() => expect(browser.state).toBe("expired"));
    expect(browser.ids).toEqual([]);
    expect(browser.states.at(-1)?.message).toContain("none were recorded");
  });

  it("replays a finished run once, and never one being viewed", async () => {
    const ended = { ...run, id: "run-1", status: "FINISHED", ...times };
    const detail = { ...agent, repos: [], workOnCurrentBranch: false, autoCreatePR: false };
    await saveDetail(store, { agent: detail, runs: [ended], at: new Date(0) });
    const stop = new AbortController();
    const held = new Set<string>([subject]);
    const working = replayRuns({
      store,
      service: bench.upstream.service,
      source: "test",
      recorder,
      log,
      signal: stop.signal,
      hub: { holds: ({ name }) => held.has(name) },
    });
    await until(async () => undefined);
    expect(bench.upstream.opened).toHaveLength(0);
    held.clear();
    await until(async () => expect(bench.upstream.opened).toHaveLength(1));
    const source = await bench.stream(0);
    source.write(whole + event(undefined, "done", {}));
    await until(async () => expect((await findRecording(store, run))?.state).toBe("complete"));
    for (let round = 0; round < 20; round += 1) await until(async () => undefined);
    expect(bench.upstream.opened).toHaveLength(1);
    stop.abort();
    await working;
  });

  it("deletes everything of a deleted agent, including later events", async () => {
    const browser = bench.open(subject);
    const source = await bench.stream(0);
    source.write(text("1"));
    await until(async () => expect(await recorded()).toEqual(["1"]));
    await removeAgent(store, { id: "bc-1", source: "test", at: new Date() });
    expect(await recorded()).toEqual([]);
    source.write(text("2"));
    await settled(() => expect(browser.ids).toEqual(["1", "2"]));
    for (let round = 0; round < 40; round += 1) await until(async () => undefined);
    expect(await recorded()).toEqual([]);
    bench.hub.forget("bc-1");
    expect(bench.hub.size).toBe(0);
  });
});
