import { verify } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { fuzzSettings, hostileText, mutated } from "@/lib/core/testing/hostile";
import { createReceiver } from "./receive-delivery";
import { newSigner } from "./testing/signing";

const { seed, count } = fuzzSettings(300);

const clock = new FakeClock();
const signer = newSigner();
const receive = createReceiver({
  keys: { verify: async (message, signature) => verify(null, message, signer.publicKey, signature) },
  // Known to no delivery, so none is stored.
  appId: async () => undefined,
  store: () => Promise.reject(new Error("a delivery was stored")),
  clock,
  log: createLog({ program: "test", level: "silent" }),
});

const now = String(Math.floor(clock.now() / 1000));
const printable = hostileText.map((text) => text.replaceAll(/[^\x20-\x7e]/g, "?"));
const envelope = {
  deliveryId: "whd_1",
  appId: "app_1",
  event: { id: "evt_1", type: "repository.pushed", eventTime: "2024-01-01T00:00:00Z", payload: {} },
};
const bodies = fc.oneof(
  hostileText,
  mutated(envelope).map((value) => JSON.stringify(value) ?? ""),
);

function send(headers: Record<string, string>, body: string): Promise<Response> {
  return receive(new Request("http://dashboard.test/api/webhooks/repohost", { method: "POST", headers, body }));
}

it("rejects malformed signatures and signed deliveries with malformed bodies", async () => {
  const forged = fc.record({ id: printable, timestamp: fc.oneof(fc.constant(now), printable), signature: printable });
  const statuses = new Map<number, number>();
  const counted = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  await fc.assert(
    fc.asyncProperty(forged, bodies, async ({ id, timestamp, signature }, body) => {
      const headers = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1ed,${signature}` };
      const rejected = (await send(headers, body)).status;
      counted(rejected);
      expect([400, 401]).toContain(rejected);
      const signed = (await send(signer.headers("whd_1", now, body), body)).status;
      counted(signed);
      expect([204, 400, 404]).toContain(signed);
    }),
    { seed, numRuns: count },
  );
  process.stdout.write(`fuzz deliveries: ${2 * count} inputs, seed ${seed}, ${JSON.stringify([...statuses])}\n`);
});
