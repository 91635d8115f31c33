export interface Template {
  name: string;
  detail: string;
  text: string;
}

/** Starter files. Each is valid and commented. */
export const templates: readonly Template[] = [
  {
    name: "Minimal",
    detail: "Default base, installs dependencies on startup",
    text: `{
  // Runs on startup, after the latest changes are pulled. Must be idempotent and non-interactive.
  "install": "npm ci"
}
`,
  },
  {
    name: "Node service",
    detail: "Install, a dev server in a terminal, and its port",
    text: `{
  "name": "Node service",
  "install": "npm ci",
  // Terminals start after "start" and are shared with the agent.
  "terminals": [
    { "name": "dev", "command": "npm run dev", "description": "Development server on port 3000" }
  ],
  "ports": [
    { "name": "web", "port": 3000 }
  ]
}
`,
  },
  {
    name: "Dockerfile",
    detail: "Base built from a Dockerfile in the same folder",
    text: `{
  // Paths are relative to the folder of this file; "." means the repository root.
  "build": {
    "dockerfile": "Dockerfile",
    "context": "."
  },
  "install": "make deps",
  "start": "sudo service docker start"
}
`,
  },
  {
    name: "Locked down",
    detail: "Only listed domains and MCP servers",
    text: `{
  "install": "npm ci",
  // Only required domains and those listed here are reachable.
  "egressMode": "network_settings_only",
  "egressAllowlist": [
    "registry.npmjs.org",
    "*.npmjs.org"
  ],
  // User and team servers must match an entry. Built-in servers are never restricted.
  "mcpServerAllowlist": [
    { "name": "docs", "serverUrl": "https://mcp.example.com/*" }
  ]
}
`,
  },
];
