import "server-only";
import { z } from "zod";
import { maxFiringsPerHour } from "@/lib/contract/dashboard/automations/automation-values";
import type { Clock } from "@/lib/core/clock";
import { jsonBoundsProblem } from "@/lib/core/http/json-bounds";
import { closeAfter, parseJson, readBody } from "@/lib/core/http/request-body";
import type { Log } from "@/lib/core/log";
import { matchesFilter } from "@/lib/model/automations/event-values";
import { findAutomation, lockAutomation } from "@/lib/server/db/automations";
import { type RecordResult, recordFiring } from "@/lib/server/db/record-firing";
import type { Store } from "@/lib/server/db/store";
import { hasCredentials, isAuthentic, openSecret } from "./webhook-secret";

const maxBytes = 256 * 1024;
const retryAfterSeconds = "600";
const maxDeliveryId = 200;

interface TriggerParts {
  store(): Promise<Store>;
  source: string;
  clock: Clock;
  log: Log;
  /** The secret that webhook secrets are sealed with. */
  secret(): Promise<string>;
}

function respond(status: number, body: object, more: Record<string, string> = {}): Response {
  const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff", ...more };
  return Response.json(body, { status, headers });
}

const reject = (status: number, code: string, message: string, more?: Record<string, string>) =>
  respond(status, { error: { code, message } }, more);

/** The same for an unknown automation, one without a webhook, and a wrong secret. */
const unauthorized = () => reject(401, "unauthorized", "Webhook not found, or invalid token or signature.");

/** What identifies a delivery that a sender repeats. */
const deliveryHeaders = [
  "x-github-delivery",
  "x-gitlab-event-uuid",
  "linear-delivery",
  "webhook-id",
  "idempotency-key",
] as const;

function deliveryId(headers: Headers): string | undefined {
  for (const name of deliveryHeaders) {
    const value = headers.get(name);
    if (value && value.length <= maxDeliveryId) return value;
  }
  return undefined;
}

const results: Readonly<Record<RecordResult["result"], (result: RecordResult) => Response>> = {
  recorded: (result) => respond(202, { status: "accepted", ...("number" in result ? { number: result.number } : {}) }),
  duplicate: () => respond(200, { status: "duplicate" }),
  limited: () =>
    reject(429, "rate_limit_exceeded", `The automation accepts ${maxFiringsPerHour} triggers per hour.`, {
      "retry-after": retryAfterSeconds,
    }),
};

/**
 * Receives the webhook of an automation: checks its secret, and records the firing before it responds. Deliveries with an id
 * are recorded once.
 */
export function createTriggerReceiver(parts: TriggerParts): (request: Request, id: string) => Promise<Response> {
  const { clock, log, source } = parts;

  async function receive(request: Request, id: string): Promise<Response> {
    const store = await parts.store();
    const found = z.uuid().safeParse(id).success ? await findAutomation(store, source, id) : undefined;
    const trigger = found?.automation.trigger;
    const sealed = found?.automation.sealedSecret;
    if (trigger?.kind !== "webhook" || !sealed) return closeAfter(request, unauthorized());
    const { authentication: kind, filter } = trigger;
    if (!hasCredentials(request, kind)) return closeAfter(request, unauthorized());
    const read = await readBody(request, maxBytes, clock);
    if ("problem" in read) {
      return closeAfter(request, reject(read.status, read.code, `${read.problem}.`));
    }
    const { body } = read;
    const secret = await openSecret(sealed, await parts.secret());
    if (!isAuthentic(request, body, { kind, secret })) return unauthorized();
    // The first delivery from GitHub only confirms that the webhook exists.
    if (request.headers.get("x-github-event") === "ping") return respond(200, { status: "ignored" });
    const bounds = jsonBoundsProblem(body);
    if (bounds) return reject(400, "validation_error", `body: ${bounds}`);
    const parsed = parseJson(body);
    if (!parsed) return reject(400, "validation_error", "body: must be JSON");
    if (!matchesFilter(parsed.value, filter)) return respond(200, { status: "ignored" });
    const known = deliveryId(request.headers);
    const now = new Date(clock.now());
    return store.database.transaction(async (tx) => {
      const automation = await lockAutomation(tx, id);
      if (automation?.trigger.kind !== "webhook") return unauthorized();
      if (automation.pausedAt !== null) return reject(409, "automation_paused", "The automation is paused.");
      const result = await recordFiring(tx, automation, {
        id: crypto.randomUUID(),
        kind: "webhook",
        dueAt: now,
        now,
        event: { payload: parsed.value },
        key: `webhook:${known ?? crypto.randomUUID()}`,
      });
      return results[result.result](result);
    });
  }

  return async (request, id) => {
    try {
      return await receive(request, id);
    } catch (error) {
      log.error({ err: error, automation: id }, "couldn't receive an automation's webhook");
      return reject(503, "unavailable", "Couldn't store the delivery. Retry later.");
    }
  };
}
