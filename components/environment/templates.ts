export interface Template {
  name: string;
  detail: string;
  text: string;
}

/** Files to begin with. Each is valid and says in comments what it does. */
export const templates: readonly Template[] = [
  {
    name: "Minimal",
    detail: "The default base, dependencies installed at startup",
    text: `{
  // Run at startup, after the latest changes are pulled. Must be repeatable and ask nothing.
  "install": "npm ci"
}
`,
  },
  {
    name: "Node service",
    detail: "Install, a dev server in a terminal, its port",
    text: `{
  "name": "Node service",
  "install": "npm ci",
  // Each terminal starts after "start" and is shared with the agent.
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
    detail: "Base built from a Dockerfile beside this file",
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
    detail: "Only named domains and MCP servers",
    text: `{
  "install": "npm ci",
  // Only required domains and those named here can be reached.
  "egressMode": "network_settings_only",
  "egressAllowlist": [
    "registry.npmjs.org",
    "*.npmjs.org"
  ],
  // Servers of users and the team must match an entry. Built-in servers are never restricted.
  "mcpServerAllowlist": [
    { "name": "docs", "serverUrl": "https://mcp.example.com/*" }
  ]
}
`,
  },
];
