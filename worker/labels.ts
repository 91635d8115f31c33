import { readFile } from "node:fs/promises";
import { parse } from "smol-toml";
import { z } from "zod";
import { Label } from "@/lib/contract/worker-protocol/from-worker";
import { OptionsError } from "./arguments";

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const LabelsFile = z.record(z.string(), z.union([scalar, z.array(scalar)]), "must be an object of labels");

function checked(pairs: readonly (readonly [string, string])[], source: string): Label[] {
  const problems: string[] = [];
  const labels = pairs.flatMap(([key, value]) => {
    const label = Label.safeParse({ key, value });
    if (label.success) return [label.data];
    problems.push(`${source}: label ${JSON.stringify(key)} ${label.error.issues[0]?.message ?? "is invalid"}`);
    return [];
  });
  if (labels.length > 64) problems.push(`${source}: must contain at most 64 labels`);
  if (problems.length > 0) throw new OptionsError(problems);
  return labels;
}

/** Parses labels from JSON or TOML. A list assigns several values to a key. */
export function parseLabels(text: string, path: string): Label[] {
  let value: unknown;
  try {
    value = path.endsWith(".toml") ? parse(text) : JSON.parse(text);
  } catch (error) {
    throw new OptionsError([`${path} can't be read: ${error instanceof Error ? error.message : error}`]);
  }
  const file = LabelsFile.safeParse(value);
  if (!file.success) throw new OptionsError([`${path}: ${file.error.issues[0]?.message ?? "is invalid"}`]);
  const pairs = Object.entries(file.data).flatMap(([key, input]) =>
    (Array.isArray(input) ? input : [input]).map((each) => [key, each] as const),
  );
  return checked(pairs, path);
}

/** Reads the worker's labels from its options or labels file. Throws {@link OptionsError}. */
export async function readLabels(input: {
  labels: readonly string[];
  labelsFile: string | undefined;
}): Promise<Label[]> {
  if (input.labelsFile !== undefined) {
    const path = input.labelsFile;
    const text = await readFile(path, "utf8").catch((error: Error) => {
      throw new OptionsError([`${path} can't be read: ${error.message}`]);
    });
    return parseLabels(text, path);
  }
  const pairs = input.labels.map((text) => {
    const separator = text.indexOf("=");
    if (separator < 1) throw new OptionsError([`--label ${text} must be key=value`]);
    return [text.slice(0, separator), text.slice(separator + 1)] as const;
  });
  return checked(pairs, "--label");
}
