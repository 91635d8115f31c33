import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

interface GithubAccount {
  id: number;
  login: string;
  name: string | null;
  emails: { email: string; primary: boolean; verified: boolean }[];
}

export const githubClient = { id: "Iv1.slipway", secret: "test-only-secret" };

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return new URLSearchParams(text);
}

/** A fake GitHub server for sign-in, with single-use codes bound to their PKCE challenge. */
export async function startGithubServer(): Promise<{ url: string; account: GithubAccount; stop(): Promise<void> }> {
  const account: GithubAccount = { id: 583231, login: "octo", name: null, emails: [] };
  const codes = new Map<string, string>();
  const token = randomBytes(16).toString("hex");
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://github");
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (url.pathname === "/login/oauth/authorize") {
      const code = randomBytes(8).toString("hex");
      codes.set(code, url.searchParams.get("code_challenge") ?? "");
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", code);
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    if (url.pathname === "/login/oauth/access_token") {
      const body = await bodyOf(request);
      const challenge = codes.get(body.get("code") ?? "");
      codes.delete(body.get("code") ?? "");
      const verifier = createHash("sha256")
        .update(body.get("code_verifier") ?? "")
        .digest("base64url");
      if (challenge !== verifier) json({ error: "bad_verification_code" }, 400);
      else json({ access_token: token, token_type: "bearer", scope: "read:user,user:email" });
      return;
    }
    if (request.headers.authorization !== `Bearer ${token}`) json({ message: "Bad credentials" }, 401);
    else if (url.pathname === "/api/v3/user") json({ id: account.id, login: account.login, name: account.name });
    else if (url.pathname === "/api/v3/user/emails") json(account.emails);
    else json({ message: "Not Found" }, 404);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    account,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
