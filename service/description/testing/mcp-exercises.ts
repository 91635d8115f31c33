import { createAgent } from "@/lib/contract/agents/create-agent";
import { createPublicFetch } from "../../core/http/public-fetch";
import { startProtectedMcpServer, staticClient } from "../../mcp-connections/testing/protected-mcp-server";
import type { TestService } from "../../testing/test-service";
import type { Send } from "./git-data-exercises";

const redirectUrl = "http://127.0.0.1:3000/api/mcp-callback";
const unknownAgent = "bc-00000000-0000-4000-8000-000000000000";

/** Requests for connections of MCP servers. */
export function mcpExercises(exchange: Send, test: () => TestService): Record<string, () => Promise<void>> {
  /** Runs with a protected server, which isn't at a public address. */
  async function withServer(use: (server: Awaited<ReturnType<typeof startProtectedMcpServer>>) => Promise<void>) {
    const server = await startProtectedMcpServer();
    const { mcpFetch } = test().service;
    test().service.mcpFetch = createPublicFetch({ isPublic: () => true, insecure: true });
    try {
      await use(server);
    } finally {
      test().service.mcpFetch = mcpFetch;
      await server.stop();
    }
  }
  const start = async (url: string) => {
    const { body } = await exchange("startMcpConnection", 201, { body: { redirectUrl, url } });
    const { authorizationUrl, state } = Object(body);
    return { authorizationUrl: String(authorizationUrl), state: String(state) };
  };
  return {
    async startMcpConnection() {
      await withServer(async ({ url }) => void (await start(url)));
      await exchange("startMcpConnection", 400, { body: { redirectUrl } });
    },
    async finishMcpConnection() {
      await withServer(async (server) => {
        const { authorizationUrl, state } = await start(server.url);
        const response = Object.fromEntries(await server.authorize(authorizationUrl));
        await exchange("finishMcpConnection", 200, { body: { state, response } });
      });
      await exchange("finishMcpConnection", 400, { body: { state: "unknown", response: {} } });
    },
    async listMcpConnections() {
      await exchange("listMcpConnections", 200);
    },
    async deleteMcpConnection() {
      await withServer(async (server) => {
        const { authorizationUrl, state } = await start(server.url);
        const response = Object.fromEntries(await server.authorize(authorizationUrl));
        const { body } = await exchange("finishMcpConnection", 200, { body: { state, response } });
        await exchange("deleteMcpConnection", 200, { params: { id: String(Object(body).id) } });
      });
      await exchange("deleteMcpConnection", 404, { params: { id: "mcp_none" } });
    },
    async listAgentMcpServers() {
      const auth = { CLIENT_ID: staticClient.id };
      const body = {
        prompt: { text: "Say hello" },
        mcpServers: [{ name: "crm", url: "https://crm.example.com", auth }],
      };
      const { agent } = await test().call(createAgent, { body });
      await exchange("listAgentMcpServers", 200, { params: { id: agent.id } });
      await exchange("listAgentMcpServers", 404, { params: { id: unknownAgent } });
    },
  };
}
