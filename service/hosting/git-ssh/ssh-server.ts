import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import ssh2, { type AuthContext, type Connection } from "ssh2";
import type { GitPackServer } from "@/git/transport/git-http-server";
import type { Context } from "../../core/context";
import { parseKeyLine } from "../../ssh/public-key";
import { provesKey } from "../../ssh/signature";
import type { GitCaller } from "../git-http/git-authorization";
import { hostKey } from "./host-key";
import { serveCommand } from "./serve-command";
import { findSshCaller } from "./sign-in";

export interface SshServer {
  port: number;
  /** The host key's fingerprint. */
  hostKey: string;
  close(): Promise<void>;
}

const signInTimeoutMs = 30_000;
/** Closes silent connections. Git itself sends keepalives every few seconds. */
const idleTimeoutMs = 5 * 60_000;
/** Clients try the keys in their SSH agent one after another. */
const maxAttempts = 20;
const maxConnections = 256;
const loginName = "git";

interface Presented {
  algorithm: string;
  blob: Buffer;
  address: string;
}

/** The key or certificate a client presents, if it is accepted. */
async function signIn(context: Context, authentication: AuthContext, address: string): Promise<Presented | undefined> {
  if (authentication.method !== "publickey" || authentication.username !== loginName) return undefined;
  const presented = { algorithm: authentication.key.algo, blob: authentication.key.data, address };
  const caller = await findSshCaller(context, presented);
  if (!caller) return undefined;
  const { blob: signed, signature, hashAlgo: hash } = authentication;
  // Without a signature, the client only asks whether the key would be accepted.
  if (!signature || !signed) return presented;
  return provesKey(caller.key, { algorithm: presented.algorithm, signed, signature, hash }) ? presented : undefined;
}

/** Authenticates a client and runs its git commands. */
function serveConnection(context: Context, gitServer: GitPackServer<GitCaller>, client: Connection, ip: string): void {
  const { log } = context;
  let attempts = 0;
  let presented: Presented | undefined;
  const signInTimer = setTimeout(() => client.end(), signInTimeoutMs);
  client.on("error", (error) => log.info({ err: error, ip }, "SSH connection failed"));
  client.on("close", () => clearTimeout(signInTimer));
  client.on("authentication", (authentication) => {
    if (authentication.method !== "none") attempts += 1;
    if (attempts > maxAttempts) return client.end();
    signIn(context, authentication, ip).then(
      (accepted) => {
        if (!accepted) return authentication.reject(["publickey"]);
        // Only a signed request proves possession. A pipelined query about another key must not change who signed in.
        if (authentication.method === "publickey" && authentication.signature) presented = accepted;
        authentication.accept();
      },
      (error: unknown) => {
        log.error({ err: error }, "SSH sign-in check failed");
        authentication.reject(["publickey"]);
      },
    );
  });
  client.on("ready", () => clearTimeout(signInTimer));
  client.on("session", (acceptSession) => {
    const session = acceptSession();
    let protocol: string | undefined;
    session.on("env", (accept, _reject, { key, val }) => {
      if (key === "GIT_PROTOCOL") protocol = val;
      accept?.();
    });
    session.once("exec", (accept, _reject, { command }) => {
      const signedIn = presented;
      void serveCommand(gitServer, accept(), {
        command,
        protocol,
        caller: async () => (signedIn ? findSshCaller(context, signedIn) : undefined),
      });
    });
  });
}

/** Serves git over SSH. The login name is `git`; the key or certificate identifies the caller. */
export async function startSshServer(
  context: Context,
  gitServer: GitPackServer<GitCaller>,
  port: number,
): Promise<SshServer> {
  const { log, settings } = context;
  const privateKey = await hostKey(settings.dataDir);
  const server = new ssh2.Server({ hostKeys: [privateKey], ident: "Slipway" });
  const open = new Set<Socket>();

  server.on("connection", (client, { ip }) => serveConnection(context, gitServer, client, ip));
  const sockets = createServer((socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.setNoDelay(true);
    socket.setTimeout(idleTimeoutMs, () => socket.destroy());
    server.injectSocket(socket);
  });
  sockets.maxConnections = maxConnections;
  sockets.listen(port, settings.host);
  await once(sockets, "listening");
  const address = sockets.address();
  const listening = address !== null && typeof address === "object" ? address.port : port;
  const parsed = ssh2.utils.parseKey(privateKey);
  if (parsed instanceof Error) throw parsed;
  const [key] = [parsed].flat();
  const { fingerprint } = parseKeyLine(`ssh-ed25519 ${key?.getPublicSSH().toString("base64") ?? ""}`);
  log.info({ port: listening, hostKey: fingerprint }, "git SSH server started");

  return {
    port: listening,
    hostKey: fingerprint,
    async close() {
      const closed = once(sockets, "close");
      sockets.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
