import { setTimeout as delay } from "node:timers/promises";
import { type ClientContext, methods } from "@agentclientprotocol/sdk";
import { processActivity } from "../limits/process-tree";
import type { InitializeResponse } from "../transcript/session-update";

const responseMs = 1_000;
const pollMs = 50;
/** Programs collect what they write for about 100 ms. */
const idleMs = 300;
const maxMs = 3_000;
/** Clock ticks of an idle program between two checks. */
const idleTicks = 1;

/** The processes of a run, see `processActivity`. */
interface RunProcesses {
  marker: string;
  isolated: boolean;
}

/** Resolves when a run's processes have done nothing for a while. Uses real time, because processes do. */
async function idle({ marker, isolated }: RunProcesses): Promise<void> {
  const startedAt = performance.now();
  let before = processActivity(marker, isolated);
  let idleSince = startedAt;
  while (performance.now() - startedAt < maxMs) {
    await delay(pollMs);
    const now = processActivity(marker, isolated);
    if (now === undefined && performance.now() - startedAt >= idleMs) return;
    const active = now?.running || Math.abs((now?.ticks ?? 0) - (before?.ticks ?? 0)) > idleTicks;
    if (active) idleSince = performance.now();
    if (performance.now() - idleSince >= idleMs) return;
    before = now;
  }
}

/**
 * Closes a session after its turn, and waits until the agent has stored it: some programs write it after their response,
 * and ending their processes then loses the conversation. Does nothing if the agent can't continue sessions.
 */
export async function closeSession(
  agent: ClientContext,
  { agentCapabilities: can }: InitializeResponse,
  sessionId: string,
  processes: RunProcesses,
): Promise<void> {
  if (!can?.loadSession && !can?.sessionCapabilities?.resume) return;
  if (can.sessionCapabilities?.close) {
    const closed = agent.request(methods.agent.session.close, { sessionId }).catch(() => undefined);
    await Promise.race([closed, delay(responseMs, undefined, { ref: false })]);
  }
  await idle(processes);
}
