import type { ObjectShape } from "./shape";

const terminal: ObjectShape = {
  kind: "object",
  properties: {
    name: { kind: "string", meaning: "Name of the terminal." },
    command: { kind: "string", meaning: "Command the terminal runs, from the project root.", example: "npm run dev" },
    description: { kind: "string", meaning: "What the terminal is for. Shown to the agent." },
  },
  required: ["command"],
  tolerant: true,
};

const port: ObjectShape = {
  kind: "object",
  properties: {
    name: { kind: "string", meaning: "Name of the port." },
    port: { kind: "integer", minimum: 1, maximum: 65_535, example: 3_000, meaning: "Port number, 1 to 65535." },
  },
  required: ["port"],
  tolerant: true,
};

const mcpServer: ObjectShape = {
  kind: "object",
  properties: {
    name: { kind: "string", meaning: "Name of the entry." },
    serverUrl: {
      kind: "string",
      meaning: "URL or domain pattern, matched against HTTP servers.",
      example: "https://mcp.example.com/*",
    },
    command: { kind: "string", meaning: "Pattern matched against stdio servers.", example: "npx *" },
    toolAllowlist: {
      kind: "array",
      items: { kind: "string" },
      meaning: "Only these tools are allowed. If omitted or empty, all tools are.",
    },
  },
  anyOf: ["serverUrl", "command"],
};

const build: ObjectShape = {
  kind: "object",
  properties: {
    dockerfile: {
      kind: "string",
      meaning: "Path of a Dockerfile, relative to the folder of this file.",
      example: "Dockerfile",
    },
    dockerfileContents: {
      kind: "string",
      meaning: "An inline Dockerfile.",
      example: "FROM ubuntu:24.04\n",
    },
    context: {
      kind: "string",
      meaning:
        'Build context, relative to the folder of this file. Defaults to that folder. ".", "./" and ".." mean the repository root.',
      example: ".",
    },
  },
  anyOf: ["dockerfile", "dockerfileContents"],
};

/** Every property of the environment file. The single source for validation, the published schema, the form and completion. */
export const environmentShape = {
  kind: "object",
  properties: {
    build: { ...build, meaning: "Builds the base from a Dockerfile. A snapshot takes precedence." },
    image: {
      kind: "string",
      meaning: "Registry image to use as the base. A snapshot takes precedence.",
      example: "ghcr.io/acme/base:1",
    },
    snapshot: {
      kind: "string",
      meaning: "ID of the snapshot to use as the base. Takes precedence over build and image.",
    },
    agentCanUpdateSnapshot: {
      kind: "boolean",
      default: true,
      meaning:
        "Whether agents can update the snapshot. Defaults to true for a snapshot or the default base; always false for build or image.",
    },
    name: { kind: "string", meaning: "Name of the environment." },
    user: { kind: "string", meaning: "User to run as." },
    install: {
      kind: "string",
      meaning:
        "Runs on startup after the latest changes are pulled, from the project root, to refresh dependencies. Must be idempotent and non-interactive.",
      example: "npm ci",
    },
    start: {
      kind: "string",
      meaning: "Runs each time the environment starts, from the project root. If it fails, the start fails.",
      example: "sudo service docker start",
    },
    repositoryDependencies: {
      kind: "array",
      items: {
        kind: "string",
        format: { pattern: "^[^\\s/:@]+(?::[0-9]+)?(?:/[^\\s/:@]+){2}$", example: "host/org/repo" },
        example: "git.example.com/acme/shared",
      },
      meaning: "Additional repositories (host/org/repo) that the generated git access token covers.",
    },
    disableAllMcpServers: {
      kind: "boolean",
      default: false,
      meaning:
        "If true, blocks all user and team MCP servers in this environment. Built-in servers are never restricted.",
    },
    mcpServerAllowlist: {
      kind: "array",
      items: mcpServer,
      meaning:
        "Allowed MCP servers. If omitted or empty, team and user policies apply. Ignored if disableAllMcpServers is true.",
    },
    egressAllowlist: {
      kind: "array",
      items: { kind: "string", example: "registry.npmjs.org" },
      meaning: "Additional reachable domains. Without egressMode, they extend the inherited allowlist.",
    },
    egressMode: {
      kind: "string",
      choices: [
        { value: "allow_all", meaning: "No restrictions, subject to team policy." },
        { value: "parent_plus_network_settings", meaning: "The inherited allowlist and egressAllowlist." },
        { value: "default_with_network_settings", meaning: "The default domains and egressAllowlist." },
        { value: "network_settings_only", meaning: "Only the required domains and egressAllowlist." },
      ],
      meaning: "How outbound traffic is restricted.",
    },
    chromeExecutablePath: {
      kind: "string",
      meaning: "Path of a browser in the environment.",
      example: "/usr/bin/chromium",
    },
    enable_testing: {
      kind: "boolean",
      acceptsStrings: true,
      default: true,
      meaning: 'False (or "false") turns cloud testing off.',
    },
    ports: { kind: "array", items: port, meaning: "Ports the environment serves." },
    terminals: {
      kind: "array",
      items: { kind: "object-or-list", object: terminal },
      meaning: "Terminals started after start, each an object or a list of objects.",
    },
  },
} as const satisfies ObjectShape;

export type EnvironmentProperty = keyof (typeof environmentShape)["properties"];
