import { createHash, createPublicKey, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { installApp } from "@/lib/contract/admin/install-app";
import { scopeCatalog } from "@/lib/contract/hosting/scope";
import { subscribableEvents } from "@/lib/contract/hosting/webhook-event";
import { webhookPayloads } from "@/lib/contract/hosting/webhook-payload";
import type { TestService } from "../../../testing/test-service";
import { addApp, type TestApp } from "../../installations/testing/installation-fixture";

/** What every request holds (contract, section 1.5). */
const Envelope = z.strictObject({
  deliveryId: z.string(),
  appId: z.string(),
  installationId: z.string().optional(),
  event: z.strictObject({
    id: z.string(),
    type: z.string(),
    eventTime: z.string(),
    payload: z.record(z.string(), z.unknown()),
  }),
});

export interface Received {
  headers: IncomingHttpHeaders;
  raw: string;
  type: string;
  deliveryId: string;
  eventId: string;
  installationId: string | undefined;
  payload: Readonly<Record<string, unknown>>;
}

/** What a receiver answers with; `hang` never does. */
type Answer = number | "hang" | { status: number; headers?: Record<string, string>; body?: string };

export interface Receiver {
  url: string;
  received: Received[];
  /** Answers from now on, by what came; 204 at first. */
  answer(with_: Answer | ((request: Received) => Answer)): void;
  /** The next request that was not taken yet and fits, as soon as it is there. */
  take(fits?: string | ((request: Received) => boolean)): Promise<Received>;
  close(): Promise<void>;
}

/** A receiver of webhooks on this machine. `port` takes one that was there before. */
export async function startReceiver(port = 0): Promise<Receiver> {
  let answer: (request: Received) => Answer = () => 204;
  const received: Received[] = [];
  const taken = new Set<Received>();
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const raw = Buffer.concat(chunks).toString("utf8");
      const { deliveryId, installationId, event } = Envelope.parse(JSON.parse(raw));
      const { type, id: eventId, payload } = event;
      // Whatever is sent has the form that is published for it.
      webhookPayloads.find(({ events }) => events.includes(type))?.schema.parse(payload);
      const { headers } = request;
      const each: Received = { headers, raw, type, deliveryId, eventId, installationId, payload };
      received.push(each);
      const given = answer(each);
      if (given !== "hang") {
        const { status, headers = {}, body = "" } = typeof given === "number" ? { status: given } : given;
        response.writeHead(status, headers).end(body);
      }
      for (const wake of [...waiting]) wake();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}/hook`,
    received,
    answer(given) {
      answer = typeof given === "function" ? given : () => given;
    },
    take(fits = () => true) {
      const isIt = typeof fits === "string" ? ({ type }: Received) => type === fits : fits;
      return new Promise((resolve) => {
        const look = () => {
          const found = received.find((each) => !taken.has(each) && isIt(each));
          if (!found) return;
          waiting.delete(look);
          taken.add(found);
          resolve(found);
        };
        waiting.add(look);
        look();
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const allScopes = scopeCatalog.filter((scope) => scope.startsWith("repository:"));

export interface ListeningApp {
  app: TestApp;
  installationId: string;
}

/** An app in a namespace, by default `acme`, that hears of everything there. */
export async function addListener(
  test: TestService,
  receiver: Pick<Receiver, "url">,
  given: {
    events?: readonly string[];
    scopes?: readonly string[];
    repositories?: readonly string[];
    namespaceSlug?: string;
  } = {},
): Promise<ListeningApp> {
  const { events = subscribableEvents, scopes = allScopes, repositories, namespaceSlug = "acme" } = given;
  const app = await addApp(test, { namespaceSlug, webhookUrl: receiver.url, events: [...events] });
  const { id } = await test.call(installApp, {
    key: test.keys.admin,
    params: { namespaceSlug },
    body: {
      appId: app.id,
      scopes: [...scopes],
      installedBy: "admin@localhost",
      ...(repositories ? { repositories: [...repositories] } : {}),
    },
  });
  return { app, installationId: id };
}

/** Whether a request was signed by a key the service publishes, as a receiver finds out. */
export async function isSigned(test: TestService, { headers, raw }: Received): Promise<boolean> {
  const { body } = await test.send("GET", "/v1/repohost/keys", { key: null });
  const { keys } = body as { keys: { x: string }[] };
  const [id, timestamp] = [String(headers["webhook-id"]), String(headers["webhook-timestamp"])];
  const digest = createHash("sha256").update(`${id}.${timestamp}.${raw}`).digest("hex");
  const signatures = String(headers["webhook-signature"])
    .split(/\s+/)
    .filter((entry) => entry.startsWith("v1ed,"));
  return signatures.some((entry) =>
    keys.some(({ x }) =>
      verify(
        null,
        Buffer.from(digest),
        createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" }),
        Buffer.from(entry.slice("v1ed,".length), "base64"),
      ),
    ),
  );
}
