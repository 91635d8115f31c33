import { setTimeout as delay } from "node:timers/promises";
import { MessageTooLargeError, RequestError } from "@agentclientprotocol/sdk";
import { ZodError } from "zod";
import { agentErrorText } from "./agent-error";
import type { AgentProcess, ProcessEnd } from "./agent-process";
import { RunFailure } from "./run-failure";

/** Time to read the remaining output of a program that exited. */
export const outputDrainMs = 500;

/** The failure of a program that ended, with the end of its standard error. */
export function crash(process: AgentProcess, end: ProcessEnd | undefined): RunFailure {
  const stderrTail = process.stderrTail();
  let how = "the agent closed the connection";
  if (end?.error) how = `couldn't start the agent: ${end.error.message}`;
  else if (end?.signal) how = `the agent was killed by ${end.signal}`;
  else if (end) how = `the agent exited with code ${end.code}`;
  return new RunFailure("agent_crashed", stderrTail === "" ? how : `${how}:\n${stderrTail}`);
}

/** Converts a session error to the run's failure. */
export async function failureOf(error: unknown, process: AgentProcess): Promise<RunFailure> {
  if (error instanceof RunFailure) return error;
  if (error instanceof RequestError) {
    return new RunFailure("agent_error", `the agent returned an error: ${agentErrorText(error)}`);
  }
  if (error instanceof MessageTooLargeError) {
    return new RunFailure(
      "agent_crashed",
      `the agent violated the protocol: message larger than ${error.maxMessageBytes} bytes`,
    );
  }
  if (error instanceof ZodError) {
    const field = error.issues[0]?.path.join(".") || "shape";
    return new RunFailure("agent_crashed", `the agent violated the protocol: invalid ${field} in its response`);
  }
  return crash(process, (await Promise.race([process.ended, delay(outputDrainMs, undefined)])) ?? undefined);
}
