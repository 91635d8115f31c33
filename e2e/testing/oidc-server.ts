import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

export const oidcClient = { id: "slipway", secret: "test-only-secret" };

/** A real OpenID Connect server. Login `name` gets the address `name@example.com`, verified unless the name starts with "unverified". */
export async function startOidcServer(): Promise<{ issuer: string; stop(): Promise<void> }> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: oidcClient.id,
        client_secret: oidcClient.secret,
        redirect_uris: ["http://127.0.0.1/api/auth/callback/oidc"],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    pkce: { required: () => true },
    cookies: { keys: ["test-only-key"] },
    findAccount: (_context, name) => ({
      accountId: name,
      claims: () => ({
        sub: name,
        name: `${name} Tester`,
        email: `${name}@example.com`,
        email_verified: !name.startsWith("unverified"),
      }),
    }),
  });
  // Each test's dashboard has its own port.
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    /^http:\/\/127\.0\.0\.1:\d+\/api\/auth\/callback\/oidc$/.test(uri);
  const handle = provider.callback();
  server.on("request", (request, response) => void handle(request, response));
  return {
    issuer,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
