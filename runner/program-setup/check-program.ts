import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { AgentProgramOffer, LoginMethod } from "@/lib/contract/admin/agent-programs/agent-program";
import type { Clock } from "@/lib/core/clock";
import type { Ids } from "@/lib/core/ids";
import { truncateText } from "@/lib/core/plain-text";
import { describeAgent } from "../agent/describe-agent";
import { agentPath } from "../environment/agent-environment";
import { RunFailure } from "../limits/run-failure";
import { rejectedKey } from "../programs/check-key";
import { type AgentPreset, findPreset } from "../programs/presets";
import { type Program, programCommand, programProfile } from "../programs/program";
import type { TeamEgress } from "../sandbox/egress/egress-rules";
import type { SandboxDriver } from "../sandbox/sandbox";
import { FrameMasker } from "../transcript/frame-masker";
import type { InitializeResponse } from "../transcript/session-update";
import { type LoginFiles, readLoginFiles, writeLogin } from "../workspace/login-files";
import { writeHomeFiles } from "../workspace/write-home-files";
import { isLogin } from "./log-in";
import { programOffer } from "./program-offer";

/** The result of a test. */
export interface ProgramCheck {
  status: "ready" | "needs_key" | "needs_login" | "failed";
  /** What is wrong and the next step. Empty when ready. */
  detail: string;
  offer: AgentProgramOffer | undefined;
  /** Its logins, if it started. */
  logins?: LoginMethod[] | undefined;
  /** The files of its login after the test, in which it can have renewed it. */
  loginFiles?: LoginFiles | undefined;
}

export interface CheckContext {
  dataDir: string;
  sandbox: SandboxDriver;
  egress: TeamEgress;
  clock: Clock;
  ids: Ids;
  /** Ends the test. */
  signal: AbortSignal;
  /** Called if the program starts slowly, with the explanation and the next step. */
  slow?(detail: string): void;
}

const maxDetailLength = 4_000;
const maxLogins = 10;
const slowStep = "If it fails, check its command, its base URL and the load of this machine.";

/** Why a command can't start; `undefined` when its program exists where runs look for it. */
function missingProgram([program]: readonly string[]): string | undefined {
  if (program === undefined) return "It has no program. Remove it and add it again.";
  const candidates = isAbsolute(program) ? [program] : agentPath().map((folder) => join(folder, program));
  if (candidates.some((path) => existsSync(path))) return undefined;
  return isAbsolute(program)
    ? `${program} not found. Install it, or fix the path.`
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
function failedCheck(
  failure: RunFailure,
  { isPreset, hasLogins }: { isPreset: boolean; hasLogins: boolean },
): Pick<ProgramCheck, "status" | "detail"> {
  const message = failure.message.charAt(0).toUpperCase() + failure.message.slice(1);
  if (failure.code !== "agent_needs_key") {
    return { status: "failed", detail: `${message}${nextStep(message, isPreset)}` };
  }
  if (!/needs a login/.test(message))
    return { status: "needs_key", detail: hasLogins ? `${message}, or log in` : message };
  return { status: "needs_login", detail: `${message}. Log in, or set a variable with a key or token.` };
}

/** The logins of a program that users can use. */
function offeredLogins({ authMethods }: InitializeResponse, preset: AgentPreset | undefined): LoginMethod[] {
  return authMethods
    .filter((method) => (preset ? preset.logins.includes(method.id) : isLogin(method)))
    .slice(0, maxLogins)
    .map(({ id, name, description }) => ({
      id,
      name: truncateText(name || id, 100),
      ...(description ? { description: truncateText(description, 300) } : {}),
    }));
}

/**
 * Tests a program the way runs start it: opens a session in a sandbox, with its stored variables, and returns what it
 * offers. Nothing it prints contains a stored value.
 */
export async function checkProgram(name: string, program: Program, context: CheckContext): Promise<ProgramCheck> {
  const { dataDir, sandbox, egress, clock, ids, signal } = context;
  const preset = program.preset === null ? undefined : findPreset(program.preset);
  const command = programCommand(program, dataDir);
  const problem = missingProgram(command);
  if (problem !== undefined) return { status: "failed", detail: problem, offer: undefined };
  const { env, authMethod, homeFiles, exitCodes, login, endpoints = [] } = programProfile(program, undefined);
  const keys: readonly string[] = preset?.keys ?? [];
  const hasKey = login || keys.length === 0 || preset?.keyOptional || keys.some((key) => key in env);
  const masker = new FrameMasker({ agent: program });
  let logins: LoginMethod[] | undefined;
  let loginFiles: LoginFiles | undefined;
  const needsKey = () => {
    const names = keys.join(" or ");
    return logins?.length ? `It needs a key or a login: log in, or set ${names}.` : `It needs a key: set ${names}.`;
  };
  try {
    const rejected = await rejectedKey(program);
    if (rejected !== undefined) return { status: "needs_key", detail: rejected, offer: undefined };
    const description = await describeAgent(
      { id: name, command, env, exitCodes, authMethod: hasKey ? authMethod : undefined },
      {
        sandbox,
        egress: { ...egress, required: endpoints },
        clock,
        ids,
        signal,
        async prepare(opened, workspace) {
          await writeHomeFiles(opened, workspace, homeFiles);
          await writeLogin(opened, workspace, login);
        },
        slow(message) {
          const text = `${masker.text(message)}\n${slowStep}`;
          context.slow?.(truncateText(text, maxDetailLength));
        },
        initialized(response) {
          logins = offeredLogins(response, preset);
        },
        async conclude(opened, workspace) {
          if (login) loginFiles = await readLoginFiles(opened, workspace, Object.keys(login.files));
        },
      },
    );
    const offer = programOffer(description, preset);
    if (hasKey) return { status: "ready", detail: "", offer, logins, loginFiles };
    return { status: "needs_key", detail: needsKey(), offer, logins };
  } catch (error) {
    if (!(error instanceof RunFailure) || signal.aborted) throw error;
    const { status, detail } = failedCheck(error, {
      isPreset: preset !== undefined,
      hasLogins: Boolean(logins?.length),
    });
    if (!hasKey) return { status: "needs_key", detail: needsKey(), offer: undefined, logins };
    return { status, detail: truncateText(masker.text(detail), maxDetailLength), offer: undefined, logins };
  }
}
