import { parseEnv } from "node:util";
import { type SavedVariable, VariableName, VariableValue } from "@/lib/contract/dashboard/saved-variable";
import type { DotenvEntry } from "@/lib/contract/dashboard/variables/dotenv";
import { nameProblem, secretProblem } from "./variable-body";

const maxShownName = 100;

interface DotenvVariable {
  name: string;
  value: string;
}

/**
 * Reads the text of a `.env` file. Returns the valid variables, and what saving does to each name, given the names that exist. Of
 * repeated names, the last counts.
 */
export function readDotenv(
  text: string,
  { kind, reservedPrefix, names }: { kind: SavedVariable["kind"]; reservedPrefix: string; names: ReadonlySet<string> },
): { entries: DotenvEntry[]; variables: DotenvVariable[] } {
  const variables: DotenvVariable[] = [];
  const entries = Object.entries(parseEnv(text)).map(([name, value = ""]): DotenvEntry => {
    const valid = VariableName.safeParse(name).error ?? VariableValue.safeParse(value).error;
    const unusable =
      valid?.issues[0]?.message ??
      nameProblem(name, reservedPrefix) ??
      (kind === "secret" ? secretProblem(value) : undefined);
    if (unusable !== undefined) return { name: shortened(name), result: "invalid", problem: unusable };
    variables.push({ name, value });
    return { name, result: names.has(name) ? "overwritten" : "added" };
  });
  return { entries, variables };
}

/** An invalid name can be a line without `=`, which can contain a value. */
function shortened(name: string): string {
  const [line = ""] = name.trim().split("\n");
  return line.length > maxShownName ? `${line.slice(0, maxShownName)}…` : line;
}
