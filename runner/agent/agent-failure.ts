import { setTimeout as delay } from "node:timers/promises";
import { MessageTooLargeError, RequestError } from "@agentclientprotocol/sdk";
import { ZodError } from "zod";
import { RunFailure } from "../limits/run-failure";
import type { AgentProcess, ProcessEnd } from "../process/agent-process";
import { agentErrorText } from "./agent-error";

/** Time to read the remaining output of a program that exited. */
export const outputDrainMs = 500;

/** How bubblewrap reports that it can't find the program. */
const missingProgram = /^bwrap: execvp .*: No such file or directory$/m;

/** The failure of a program that ended, with the end of its standard error and any output other than messages. */
export function crash(process: AgentProcess, end: ProcessEnd | undefined): RunFailure {
  const stderr = process.stderrTail();
  const stray = process.strayOutput();
  const meaning = process.exitCodes[String(end?.code)];
  let how = "the agent closed the connection";
  let code = meaning?.needsKey ? "agent_needs_key" : "agent_crashed";
  if (end?.error) {
    how = `couldn't start the agent: ${end.error.message}`;
    if ("code" in end.error && end.error.code === "ENOENT") code = "agent_not_found";
  } else if (missingProgram.test(stderr)) code = "agent_not_found";
  else if (end?.signal) how = `the agent was killed by ${end.signal}`;
  else if (end) how = `the agent exited with code ${end.code}${meaning ? ` (${meaning.text})` : ""}`;
  if (code === "agent_crashed" && stray !== "") code = "agent_protocol";
  const output = [stderr, stray].filter(Boolean).join("\n");
  return new RunFailure(code, output === "" ? how : `${how}:\n${output}`);
}

/** Converts a session error to the run's failure. */
export async function toRunFailure(error: unknown, process: AgentProcess): Promise<RunFailure> {
  if (error instanceof RunFailure) return error;
  if (error instanceof RequestError) {
    return new RunFailure("agent_error", `the agent returned an error: ${agentErrorText(error)}`);
  }
  if (error instanceof MessageTooLargeError) {
    return new RunFailure(
      "agent_protocol",
      `the agent violated the protocol: message larger than ${error.maxMessageBytes} bytes`,
    );
  }
  if (error instanceof ZodError) {
    const field = error.issues[0]?.path.join(".") || "shape";
    return new RunFailure("agent_protocol", `the agent violated the protocol: invalid ${field} in its response`);
  }
  const late = delay(outputDrainMs, undefined);
  const end = await Promise.race([process.ended, late]);
  await Promise.race([process.outputEnded, late]);
  return crash(process, end ?? undefined);
}
