import { type AgentPreset, findPreset, type KeyCheck, withVersion } from "./presets";
import type { Program } from "./program";

const timeoutMs = 5_000;

const headerOf = ({ header }: KeyCheck, key: string) => ({
  [header]: header === "authorization" ? `Bearer ${key}` : key,
});

/** The base URL of a check's endpoint, without slash at the end. */
function baseUrlOf({ baseUrlVariable, baseUrl, versioned }: KeyCheck, env: Program["env"]): string {
  const url = env[baseUrlVariable] ?? baseUrl;
  return versioned ? withVersion(url) : url.replace(/(?<!\/)\/+$/, "");
}

async function problemOf(check: KeyCheck, env: Program["env"]): Promise<string | undefined> {
  const key = env[check.key];
  if (key === undefined) return undefined;
  const base = baseUrlOf(check, env);
  const headers = {
    ...headerOf(check, key),
    ...(check.header === "x-api-key" ? { "anthropic-version": "2023-06-01" } : {}),
  };
  if (!URL.canParse(`${base}${check.path}`)) return `${check.baseUrlVariable} is not a URL.`;
  try {
    const response = await fetch(`${base}${check.path}`, {
      headers,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    const rejected = response.status === 401 || response.status === 403;
    if (!rejected) return undefined;
    return `${new URL(base).host} rejected ${check.key} (HTTP ${response.status}). Replace the key.`;
  } catch {
    return undefined;
  }
}

/**
 * Checks a program's keys with the models' endpoints, at no cost. Returns the first problem, or `undefined` if the keys are
 * accepted, there are none, or the endpoints don't respond: then only a run can determine it.
 */
export async function rejectedKey({ preset, env }: Pick<Program, "preset" | "env">): Promise<string | undefined> {
  const found: AgentPreset | undefined = preset === null ? undefined : findPreset(preset);
  const problems = await Promise.all((found?.keyChecks ?? []).map((check) => problemOf(check, env)));
  return problems.find((problem) => problem !== undefined);
}
