import { readSettings, type Settings, SettingsError } from "@/lib/core/settings/settings";
import { checkDatabase, checkPorts } from "./check-environment";
import { checkAgents, checkDataDir, checkGit, checkNode, checkSandbox } from "./check-machine";
import { bad, type Finding, good } from "./finding";

/** Looks at everything Slipway needs on this machine. */
export async function examine(settings: Settings, path: string): Promise<Finding[]> {
  const findings = await Promise.all([
    checkNode(process.versions.node),
    checkGit(),
    checkDataDir(settings),
    checkDatabase(settings),
    checkPorts(settings),
    checkSandbox(settings),
    checkAgents(settings, path),
  ]);
  return [good("settings", "can be read"), ...findings.flat()];
}

const marks = { good: "ok  ", weak: "weak", bad: "BAD " };

/** `slipway doctor`: prints a line for each thing it looked at; resolves with the exit code, 1 when something is bad. */
export async function main(environment: Readonly<Record<string, string | undefined>>): Promise<number> {
  let findings: Finding[];
  try {
    findings = await examine(readSettings(environment), environment.PATH ?? "");
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    findings = error.problems.map((problem) => bad("settings", problem));
  }
  for (const { state, about, what } of findings) process.stdout.write(`${marks[state]} ${about}: ${what}\n`);
  return findings.some(({ state }) => state === "bad") ? 1 : 0;
}
