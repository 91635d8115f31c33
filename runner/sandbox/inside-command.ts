import { realpathSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "@/lib/core/settings/project-root";

const program = join(projectRoot, "dist", "sandbox-inside.mjs");

/** Path of the service's helper program inside a sandbox. */
export const insideProgram = program;

/** Returns the command line for a subcommand of {@link insideProgram}. */
export function insideCommand(subcommand: string, ...args: readonly string[]): string[] {
  return [realpathSync(process.execPath), program, subcommand, ...args];
}
