import { readFile } from "node:fs/promises";
import { Socket } from "node:net";
import ssh2, { type ParsedKey } from "ssh2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addSshKey } from "@/lib/contract/admin/ssh-keys/add-ssh-key";
import { addUser } from "../repositories/testing/repository-fixture";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";
import { type SshFixture, startSshFixture } from "./testing/ssh-fixture";

let hosted: HostedRepository;
let ssh: SshFixture;
/** Keys of users with and without access to the repository. */
let reader: ParsedKey;
let stranger: ParsedKey;

async function registered(email: string): Promise<ParsedKey> {
  const { file, line } = await ssh.createKey();
  await hosted.test.call(addSshKey, {
    params: { email },
    body: { publicKey: line, name: "laptop" },
    key: hosted.test.keys.admin,
  });
  const parsed = ssh2.utils.parseKey(await readFile(file));
  if (parsed instanceof Error) throw parsed;
  const [key] = [parsed].flat();
  if (!key) throw new Error("no key");
  return key;
}

beforeAll(async () => {
  hosted = await startHostedRepository({ SSH_PORT: "0" });
  ssh = await startSshFixture();
  await addUser(hosted.test.service, { email: "mia@example.test", teamId: 1 });
  await hosted.commit({ "readme.md": "one\n" });
  await hosted.push("main");
  reader = await registered("mia@example.test");
  stranger = await registered("stranger@example.test");
});
afterAll(async () => {
  await ssh.stop();
  await hosted.close();
});

type Sign = (packet: Buffer, done: (signature: Buffer) => void) => void;

/** The low-level protocol of ssh2's client, without its own sequencing. */
interface Protocol {
  authPK(username: string, key: ParsedKey, algorithm: string, sign?: Sign): void;
  _handlers: Record<string, unknown>;
}

function isProtocol(value: unknown): value is Protocol {
  return typeof value === "object" && value !== null && "authPK" in value && "_handlers" in value;
}

type Step = "sign" | "ask" | "wait";

/** Signs in with pipelined requests (except for "wait" steps), then returns the output of a fetch. */
function fetchAfter(port: number, steps: readonly (readonly [Step, ParsedKey?])[]): Promise<string> {
  const client = new ssh2.Client();
  return new Promise<string>((resolve, reject) => {
    const pending = [...steps];
    const go = (protocol: Protocol) => {
      // Send everything at once: a request after a successful sign-in would violate the protocol.
      const socket: unknown = Reflect.get(client, "_sock");
      if (!(socket instanceof Socket)) throw new Error("ssh2 has no socket");
      socket.cork();
      process.nextTick(() => socket.uncork());
      for (let step = pending.shift(); step; step = pending.shift()) {
        const [what, key] = step;
        if (what === "wait") return;
        if (!key) throw new Error("a request needs a key");
        const sign: Sign = (packet, done) => done(key.sign(packet));
        protocol.authPK("git", key, key.type, what === "sign" ? sign : undefined);
      }
    };
    client.on("error", reject);
    client.on("ready", () => {
      client.exec("git-upload-pack 'acme/widgets.git'", (error, channel) => {
        if (error) return reject(error);
        let output = "";
        channel.on("data", (chunk: Buffer) => {
          output += chunk.toString("latin1");
          // Refs are listed first; a fetch without `want` lines ends here.
          if (output.includes("0000")) channel.end("0000");
        });
        channel.stderr.on("data", (chunk: Buffer) => {
          output += chunk.toString("latin1");
        });
        channel.on("close", () => resolve(output));
      });
    });
    client.connect({
      host: "127.0.0.1",
      port,
      username: "git",
      authHandler() {
        const protocol: unknown = Reflect.get(client, "_protocol");
        if (!isProtocol(protocol)) return reject(new Error("ssh2 has another protocol"));
        // Handle the "key accepted" reply here instead of in the client.
        protocol._handlers.USERAUTH_PK_OK = () => go(protocol);
        go(protocol);
      },
    });
  }).finally(() => client.end());
}

describe("a pipelined SSH sign-in", () => {
  it("uses the key that signed, not other keys the client offered", async () => {
    const port = hosted.test.ssh?.port ?? 0;
    for (const steps of [
      [
        ["sign", stranger],
        ["ask", reader],
      ],
      [["ask", reader], ["wait"], ["sign", stranger], ["ask", reader]],
      [["ask", reader], ["wait"], ["ask", stranger], ["wait"], ["sign", stranger], ["ask", reader], ["ask", reader]],
    ] as const) {
      expect(await fetchAfter(port, steps), JSON.stringify(steps.map(([what]) => what))).toContain(
        "Repository not found",
      );
    }
    for (const steps of [
      [
        ["sign", reader],
        ["ask", stranger],
      ],
      [["ask", stranger], ["wait"], ["sign", reader], ["ask", stranger]],
    ] as const) {
      expect(await fetchAfter(port, steps)).toContain("refs/heads/main");
    }
  });
});
