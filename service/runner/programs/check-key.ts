import { findPreset, type KeyCheck } from "./presets";
import type { Program } from "./program";

const timeoutMs = 5_000;

const headerOf = ({ header }: KeyCheck, key: string) => ({
  [header]: header === "authorization" ? `Bearer ${key}` : key,
});

/**
 * Checks a program's key with the model's endpoint, at no cost. Returns the problem, or `undefined` if the key is accepted, there is no key, or the endpoint doesn't respond: then only a run can determine it.
 */
export async function rejectedKey({ preset, env }: Pick<Program, "preset" | "env">): Promise<string | undefined> {
  const check: KeyCheck | undefined = preset === null ? undefined : findPreset(preset)?.keyCheck;
  const key = check && env[check.key];
  if (!check || key === undefined) return undefined;
  const base = (env[check.baseUrlVariable] ?? check.baseUrl).replace(/(?<!\/)\/+$/, "");
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
