import { createHash, createPublicKey, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { installApp } from "@/lib/contract/admin/installations/install-app";
import { subscribableEvents } from "@/lib/contract/hosting/apps/webhook-event";
import { scopeCatalog } from "@/lib/contract/hosting/scope";
import { webhookPayloads } from "@/lib/contract/hosting/webhooks/webhook-payload";
import type { TestService } from "../../../testing/test-service";
import { addApp, type TestApp } from "../../installations/testing/installation-fixture";

/** The body of every request (contract, section 1.5). */
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

/** A receiver's response; `hang` never responds. */
type ScriptedResponse = number | "hang" | { status: number; headers?: Record<string, string>; body?: string };

export interface Receiver {
  url: string;
  received: Received[];
  /** Sets the response to future requests. Initially 204. */
  respondWith(scripted: ScriptedResponse | ((request: Received) => ScriptedResponse)): void;
  /** Waits for the next matching request that wasn't returned before. */
  take(match?: string | ((request: Received) => boolean)): Promise<Received>;
  close(): Promise<void>;
}

/** Starts a local webhook receiver. Pass `port` to restart one on the same port. */
export async function startReceiver(port = 0): Promise<Receiver> {
  let respond: (request: Received) => ScriptedResponse = () => 204;
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
      // Every payload must match its published schema.
      webhookPayloads.find(({ events }) => events.includes(type))?.schema.parse(payload);
      const { headers } = request;
      const each: Received = { headers, raw, type, deliveryId, eventId, installationId, payload };
      received.push(each);
      const scripted = respond(each);
      if (scripted !== "hang") {
        const { status, headers = {}, body = "" } = typeof scripted === "number" ? { status: scripted } : scripted;
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
    respondWith(scripted) {
      respond = typeof scripted === "function" ? scripted : () => scripted;
    },
    take(match = () => true) {
      const matches = typeof match === "string" ? ({ type }: Received) => type === match : match;
      return new Promise((resolve) => {
        const check = () => {
          const found = received.find((each) => !taken.has(each) && matches(each));
          if (!found) return;
          waiting.delete(check);
          taken.add(found);
          resolve(found);
        };
        waiting.add(check);
        check();
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

/** Installs an app subscribed to all events in a namespace, by default `acme`. */
export async function addListener(
  test: TestService,
  receiver: Pick<Receiver, "url">,
  options: {
    events?: readonly string[];
    scopes?: readonly string[];
    repositories?: readonly string[];
    namespaceSlug?: string;
  } = {},
): Promise<ListeningApp> {
  const { events = subscribableEvents, scopes = allScopes, repositories, namespaceSlug = "acme" } = options;
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

/** Verifies a request's signature with the service's published keys, as a receiver would. */
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
