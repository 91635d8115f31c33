import { checkEnvironmentFile } from "@/lib/model/environment/check";
import type { EffectiveEnvironment } from "@/lib/model/environment/effective";
import { createLocator } from "@/lib/model/environment/position";

/** The effective settings of an environment file, or why the file is invalid. */
export type Judgment = { environment: EffectiveEnvironment } | { problem: string };

/** Maximum errors in a message. */
const listedErrors = 5;

/** Judges an environment file at once. The problem has the position of each error. Blocks for up to a second per megabyte. */
export function judgeEnvironmentFile(bytes: Uint8Array, path: string): Judgment {
  const { valid, diagnostics, text, effective } = checkEnvironmentFile(bytes, path);
  if (valid) return { environment: effective };
  const locate = createLocator(text);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const lines = errors.slice(0, listedErrors).map(({ start, message }) => {
    const { line, column } = locate(start);
    return `${path}:${line}:${column}: ${message}`;
  });
  const more = errors.length > listedErrors ? [`${errors.length - listedErrors} more`] : [];
  return { problem: `Invalid environment file\n${[...lines, ...more].join("\n")}` };
}
