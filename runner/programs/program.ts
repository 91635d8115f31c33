import type { AgentProfile } from "../run/run-spec";
import type { ProgramLogin } from "../workspace/login-files";
import { presetCommand } from "./install-program";
import { type AgentPreset, findPreset } from "./presets";

/** An agent program as an administrator configured it. */
export interface Program {
  /** Preset id, or null with a command. */
  preset: string | null;
  /** Version of the preset's package, instead of the one that belongs to the preset. */
  version?: string | null;
  command: readonly string[] | null;
  /** Stored variables, keys included. */
  env: Readonly<Record<string, string>>;
  /** Additional URLs or hosts that runs can always reach. */
  endpoints?: readonly string[] | undefined;
  /** Used if there is no key. */
  login?: ProgramLogin | undefined;
}

const urlVariable = /_(?:URL|ENDPOINT)$/;

/** The endpoints in variables such as `OPENAI_BASE_URL`. An administrator set them, so loopback is allowed. */
function endpointsOf(env: Program["env"]): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    urlVariable.test(name) && /^https?:\/\//.test(value) && URL.canParse(value) ? [value] : [],
  );
}

/** Returns the command of a program. Empty when its preset no longer exists. */
export function programCommand(
  { preset, version, command }: Pick<Program, "preset" | "version" | "command">,
  dataDir: string,
): readonly string[] {
  if (preset === null) return command ?? [];
  const found = findPreset(preset);
  return found ? presetCommand(dataDir, preset, { ...found, version: version ?? found.version }) : [];
}

/** The variable with a preset's JSON settings. A stored one of the same name replaces it. */
function configVariable({ config }: AgentPreset, env: Program["env"]): Record<string, string> {
  if (!config) return {};
  return { [config.variable]: JSON.stringify(config.settings(env)) };
}

/** What a program is started with. `model`: the model to select in its session. */
export function programProfile(
  { preset, env, endpoints = [], login }: Program,
  model: string | undefined,
): AgentProfile {
  const found: AgentPreset | undefined = preset === null ? undefined : findPreset(preset);
  const hasKey = found?.keys.some((key) => key in env) ?? false;
  const usedLogin = hasKey ? undefined : login;
  const loginHosts = usedLogin ? (found?.loginHosts ?? []) : [];
  return {
    env: { ...found?.env, ...(found ? configVariable(found, env) : {}), ...env },
    authMethod: usedLogin ? undefined : found?.authMethod,
    mode: found?.mode,
    model,
    homeFiles: found?.homeFiles,
    login: usedLogin,
    exitCodes: found?.exitCodes,
    preset: preset ?? undefined,
    endpoints: [...endpoints, ...(found?.endpointHosts ?? []), ...loginHosts, ...endpointsOf(env)],
  };
}
