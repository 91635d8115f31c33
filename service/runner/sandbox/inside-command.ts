import { realpathSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "@/lib/core/settings/project-root";

const program = join(projectRoot, "dist", "sandbox-inside.mjs");

/** Path of the program that does the service's work inside a sandbox. */
export const insideProgram = program;

/** Command of a subcommand of {@link insideProgram}. */
export function insideCommand(subcommand: string, ...args: readonly string[]): string[] {
  return [realpathSync(process.execPath), program, subcommand, ...args];
}
