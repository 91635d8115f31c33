import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { AgentProgramOffer } from "@/lib/contract/admin/agent-program";
import type { Clock } from "@/lib/core/clock";
import type { Ids } from "@/lib/core/ids";
import { agentPath } from "../agent-environment";
import { type AgentDescription, describeAgent } from "../describe-agent";
import { FrameMasker } from "../frame-masker";
import { truncateText } from "../plain-text";
import { RunFailure } from "../run-failure";
import type { TeamEgress } from "../sandbox/egress/egress-rules";
import type { SandboxDriver } from "../sandbox/sandbox";
import { writeHomeFiles } from "../write-home-files";
import { rejectedKey } from "./check-key";
import { nodeProblem } from "./install-program";
import { findPreset } from "./presets";
import { type Program, programCommand, programProfile } from "./program";

/** The result of a test. */
export interface ProgramCheck {
  status: "ready" | "needs_key" | "needs_login" | "failed";
  /** What is wrong and the next step. Empty when ready. */
  detail: string;
  offer: AgentProgramOffer | undefined;
}

export interface CheckContext {
  dataDir: string;
  sandbox: SandboxDriver;
  egress: TeamEgress;
  clock: Clock;
  ids: Ids;
}

/** How long a program can take to answer each request. */
const answerTimeoutMs = 15_000;
const maxDetailLength = 4_000;
const maxChoices = 200;

type Choices = AgentProgramOffer["models"];

function bounded(choices: AgentDescription["models"]): Choices {
  return choices
    .slice(0, maxChoices)
    .map(({ id, name, description }) => ({ id, name, ...(description ? { description } : {}) }));
}

function offerOf({ program, models, options, planMode, images, continues }: AgentDescription): AgentProgramOffer {
  return {
    ...(program ? { version: program.version } : {}),
    models: bounded(models),
    options: options.slice(0, maxChoices).map(({ id, name, values }) => ({ id, name, values: bounded(values) })),
    planMode,
    images,
    continues,
  };
}

/** Why a command can't start; `undefined` when its program exists where runs look for it. */
function missingProgram([program]: readonly string[]): string | undefined {
  if (program === undefined) return "It has no program. Remove it and add it again.";
  const candidates = isAbsolute(program) ? [program] : agentPath().map((folder) => join(folder, program));
  if (candidates.some((path) => existsSync(path))) return undefined;
  return isAbsolute(program)
    ? `${program} not found. Install it, or correct the path.`
    : `${program} not found in ${agentPath().join(", ")}. Install it there, or add the agent with the program's full path.`;
}

/** The next step after a failure that the program didn't explain on its standard error. */
function nextStep(message: string, isPreset: boolean): string {
  if (message.includes("\n")) return "";
  return isPreset
    ? ". Check its base URL and the network, then test it again."
    : ". Check that its command speaks the Agent Client Protocol over stdio.";
}

/** A program that isn't authenticated has no valid key, or offers only an interactive login. */
function failedCheck(failure: RunFailure, isPreset: boolean): Pick<ProgramCheck, "status" | "detail"> {
  const message = failure.message.charAt(0).toUpperCase() + failure.message.slice(1);
  if (failure.code !== "agent_needs_key") {
    return { status: "failed", detail: `${message}${nextStep(message, isPreset)}` };
  }
  return { status: /needs a login/.test(message) ? "needs_login" : "needs_key", detail: message };
}

/**
 * Tests a program the way runs start it: opens a session in a sandbox, with its stored variables, and returns what it
 * offers. Nothing it prints contains a stored value.
 */
export async function checkProgram(name: string, program: Program, context: CheckContext): Promise<ProgramCheck> {
  const { dataDir, sandbox, egress, clock, ids } = context;
  const preset = program.preset === null ? undefined : findPreset(program.preset);
  const command = programCommand(program, dataDir);
  const problem = (preset && nodeProblem(preset, process.versions.node)) ?? missingProgram(command);
  if (problem !== undefined) return { status: "failed", detail: problem, offer: undefined };
  const { env, authMethod, homeFiles, endpoints = [] } = programProfile(program, undefined);
  const keys: readonly string[] = preset?.keys ?? [];
  const hasKey = keys.length === 0 || preset?.keyOptional || keys.some((key) => key in env);
  const masker = new FrameMasker({ agent: program });
  try {
    const rejected = await rejectedKey(program);
    if (rejected !== undefined) return { status: "needs_key", detail: rejected, offer: undefined };
    const description = await describeAgent(
      { id: name, command, env, authMethod: hasKey ? authMethod : undefined },
      {
        sandbox,
        egress: { ...egress, required: endpoints },
        clock,
        ids,
        answerTimeoutMs,
        prepare: (opened, workspace) => writeHomeFiles(opened, workspace, homeFiles),
      },
    );
    const offer = offerOf(description);
    if (hasKey) return { status: "ready", detail: "", offer };
    return { status: "needs_key", detail: `It needs a key: set ${keys.join(" or ")}.`, offer };
  } catch (error) {
    if (!(error instanceof RunFailure)) throw error;
    const { status, detail } = failedCheck(error, preset !== undefined);
    if (!hasKey) return { status: "needs_key", detail: `It needs a key: set ${keys.join(" or ")}.`, offer: undefined };
    return { status, detail: truncateText(masker.text(detail), maxDetailLength), offer: undefined };
  }
}
