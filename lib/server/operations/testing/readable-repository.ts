import { type JsonServer, sendJson, startJsonServer } from "@/lib/core/testing/json-server";

const at = "2026-05-01T12:00:00.000Z";
const repo = {
  id: "r",
  name: "open",
  fullName: "acme/open",
  visibility: "private",
  defaultBranch: "main",
  owner: { id: "o", slug: "acme" },
  cloneUrl: "https://git.example.com/acme/open.git",
  createdAt: at,
  updatedAt: at,
  allowMergeCommit: true,
  allowSquashMerge: true,
  deleteBranchOnMerge: false,
};

/** Starts a service whose callers can read one repository, acme/open, and that the dashboard's operations call. */
export async function startReadableRepository(): Promise<JsonServer> {
  const server = await startJsonServer(({ path }, response) => {
    if (path.endsWith("/repos/acme/open")) return sendJson(response, 200, repo);
    sendJson(response, 404, { code: 5, message: "not found", details: [] });
  });
  process.env.SERVICE_URL = server.url;
  process.env.AGENTS_API_KEY = "a-key-of-the-agents-api";
  return server;
}
