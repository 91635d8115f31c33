import type { ExitCodes } from "../run/run-spec";

/** An agent program of the npm registry that Slipway installs and configures. */
export interface AgentPreset {
  displayName: string;
  package: string;
  /** Pinned, because the quirks below belong to this version. */
  version: string;
  /** The program, below `node_modules`. `{platform}` and `{arch}` are those of this machine. */
  entry: string;
  args: readonly string[];
  /** Name of the command that the program's own installation provides. */
  detect: string;
  /** Variables a key can be set in, the usual one first. One of them is enough. */
  keys: readonly string[];
  /** The program works without a key. */
  keyOptional?: true;
  /** Variables of every process of the program. */
  env: Readonly<Record<string, string>>;
  /** Hosts that runs can always reach. Those of URLs in the stored variables are added. */
  endpointHosts: readonly string[];
  authMethod?: string;
  /** Ids of its logins that work without a browser on this machine. */
  logins: readonly string[];
  /** Files in the home folder in which it keeps a login. */
  loginFiles: readonly string[];
  /** Hosts that a login, and runs that use it, can reach in addition. */
  loginHosts: readonly string[];
  /** Session mode with full access: the sandbox is Slipway's. */
  mode?: string;
  /** Its other modes use a sandbox of the program, which doesn't start inside Slipway's. */
  onlyMode?: true;
  /** Files in the home folder: relative path to content. */
  homeFiles?: Readonly<Record<string, string>>;
  /** A variable with JSON settings, for what the program doesn't read from the stored variables. */
  config?: { variable: string; settings(env: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> };
  /** What the program's exit codes mean. */
  exitCodes?: ExitCodes;
  /** Requests that only a valid key can make, without cost. */
  keyChecks: readonly KeyCheck[];
}

export interface KeyCheck {
  /** The variable with the key. */
  key: string;
  /** The variable that replaces `baseUrl`. */
  baseUrlVariable: string;
  baseUrl: string;
  path: string;
  /** `/v1` is added to a base URL without it. */
  versioned?: true;
  header: "x-api-key" | "authorization" | "x-goog-api-key";
}

const anthropicKey: KeyCheck = {
  key: "ANTHROPIC_API_KEY",
  baseUrlVariable: "ANTHROPIC_BASE_URL",
  baseUrl: "https://api.anthropic.com",
  path: "/v1/models",
  header: "x-api-key",
};
const openaiKey: KeyCheck = {
  key: "OPENAI_API_KEY",
  baseUrlVariable: "OPENAI_BASE_URL",
  baseUrl: "https://api.openai.com/v1",
  path: "/models",
  header: "authorization",
};

/** A base URL that ends with `/v1`. */
export const withVersion = (url: string) => `${url.replace(/(?<!\/)\/+$/, "").replace(/\/v1$/, "")}/v1`;

export const presets = {
  claude: {
    displayName: "Claude Code",
    package: "@agentclientprotocol/claude-agent-acp",
    version: "0.49.0",
    entry: "@agentclientprotocol/claude-agent-acp/dist/index.js",
    args: [],
    detect: "claude",
    keys: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"],
    env: { IS_SANDBOX: "1", DISABLE_AUTOUPDATER: "1", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" },
    endpointHosts: ["api.anthropic.com"],
    logins: ["claude-ai-login", "console-login"],
    loginFiles: [".claude/.credentials.json"],
    loginHosts: ["claude.ai", "console.anthropic.com", "platform.claude.com"],
    mode: "bypassPermissions",
    keyChecks: [anthropicKey],
  },
  codex: {
    displayName: "Codex",
    package: "@agentclientprotocol/codex-acp",
    version: "2.6.0",
    entry: "@agentclientprotocol/codex-acp/dist/index.js",
    args: [],
    detect: "codex",
    keys: ["OPENAI_API_KEY", "CODEX_API_KEY"],
    env: {},
    endpointHosts: ["api.openai.com"],
    logins: ["chat-gpt-device-code"],
    loginFiles: [".codex/auth.json"],
    loginHosts: ["auth.openai.com", "chatgpt.com"],
    config: {
      variable: "CODEX_CONFIG",
      settings: ({ OPENAI_BASE_URL: url }) => ({
        analytics: { enabled: false },
        check_for_update_on_startup: false,
        ...(url === undefined ? {} : { openai_base_url: url }),
      }),
    },
    authMethod: "api-key",
    mode: "agent-full-access",
    onlyMode: true,
    keyChecks: [openaiKey],
  },
  gemini: {
    displayName: "Gemini CLI",
    package: "@google/gemini-cli",
    version: "0.61.0",
    entry: "@google/gemini-cli/bundle/gemini.js",
    // Only then does it report the output and exit codes of commands.
    args: ["--acp", "--debug"],
    detect: "gemini",
    keys: ["GEMINI_API_KEY"],
    env: { GEMINI_CLI_TRUST_WORKSPACE: "true" },
    endpointHosts: ["generativelanguage.googleapis.com"],
    // Its login only works with a browser on the same machine.
    logins: [],
    loginFiles: [],
    loginHosts: [],
    authMethod: "gemini-api-key",
    mode: "yolo",
    homeFiles: {
      ".gemini/settings.json": JSON.stringify({
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        security: { folderTrust: { enabled: false } },
      }),
    },
    exitCodes: {
      41: { text: "its key or login is invalid", needsKey: true },
      42: { text: "it rejected its input" },
      44: { text: "its sandbox failed" },
      52: { text: "its configuration is invalid" },
      53: { text: "it reached its turn limit" },
    },
    keyChecks: [
      {
        key: "GEMINI_API_KEY",
        baseUrlVariable: "GOOGLE_GEMINI_BASE_URL",
        baseUrl: "https://generativelanguage.googleapis.com",
        path: "/v1beta/models",
        header: "x-goog-api-key",
      },
    ],
  },
  opencode: {
    displayName: "OpenCode",
    package: "opencode-ai",
    version: "1.18.33",
    // The package's script would link this binary after the installation.
    entry: "opencode-{platform}-{arch}/bin/opencode",
    args: ["acp"],
    detect: "opencode",
    keys: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY", "OPENCODE_API_KEY"],
    keyOptional: true,
    env: { OPENCODE_DISABLE_AUTOUPDATE: "1" },
    endpointHosts: ["opencode.ai", "models.dev", "api.anthropic.com", "api.openai.com", "openrouter.ai"],
    config: {
      variable: "OPENCODE_CONFIG_CONTENT",
      settings(env) {
        // Its hosted models are the default without a key of OpenCode, and don't use the keys of other providers.
        const isHosted =
          env.OPENCODE_API_KEY !== undefined ||
          !["ANTHROPIC", "OPENAI", "OPENROUTER"].some((name) => `${name}_API_KEY` in env);
        const provider = Object.fromEntries(
          ["anthropic", "openai"].flatMap((id) => {
            const url = env[`${id.toUpperCase()}_BASE_URL`];
            return url === undefined ? [] : [[id, { options: { baseURL: withVersion(url) } }]];
          }),
        );
        return { ...(isHosted ? {} : { disabled_providers: ["opencode"] }), provider };
      },
    },
    keyChecks: [
      // Its base URLs end with the version, and may do so in the stored variables.
      { ...anthropicKey, baseUrl: "https://api.anthropic.com/v1", path: "/models", versioned: true },
      { ...openaiKey, versioned: true },
      {
        key: "OPENROUTER_API_KEY",
        baseUrlVariable: "OPENROUTER_BASE_URL",
        baseUrl: "https://openrouter.ai/api/v1",
        path: "/key",
        header: "authorization",
      },
    ],
    // Its login is a menu in which keys are entered: they can be variables.
    logins: [],
    loginFiles: [],
    loginHosts: [],
  },
} as const satisfies Record<string, AgentPreset>;

export type PresetId = keyof typeof presets;

/** Returns a preset by id. */
export function findPreset(id: string): AgentPreset | undefined {
  return Object.entries(presets).find(([each]) => each === id)?.[1];
}
