import { readSettings, type Settings, SettingsError } from "@/lib/core/settings/settings";
import { checkAgents } from "./check-agents";
import { checkDatabase, checkPorts } from "./check-environment";
import { checkContainerEngine, checkDataDir, checkGit, checkNode, checkRunLimits, checkSandbox } from "./check-machine";
import { checkPosture } from "./check-posture";
import { error, type Finding, ok } from "./finding";

/** Checks everything Slipway needs on this machine. */
export async function runChecks(settings: Settings): Promise<Finding[]> {
  const findings = await Promise.all([
    checkNode(process.versions.node),
    checkGit(),
    checkDataDir(settings),
    checkDatabase(settings),
    checkPorts(settings),
    checkSandbox(settings),
    checkRunLimits(settings),
    checkContainerEngine(settings),
    checkAgents(settings),
  ]);
  return [ok("settings", "valid"), ...findings.flat(), ...checkPosture(settings)];
}

const marks = { ok: "ok     ", warning: "warning", error: "error  " };

/** `slipway doctor`: prints one line per check. Returns the exit code: 1 if a check failed. */
export async function main(environment: Readonly<Record<string, string | undefined>>): Promise<number> {
  let findings: Finding[];
  try {
    findings = await runChecks(readSettings(environment));
  } catch (reason) {
    if (!(reason instanceof SettingsError)) throw reason;
    findings = reason.problems.map((problem) => error("settings", problem));
  }
  for (const { state, subject, detail } of findings) process.stdout.write(`${marks[state]} ${subject}: ${detail}\n`);
  return findings.some(({ state }) => state === "error") ? 1 : 0;
}
