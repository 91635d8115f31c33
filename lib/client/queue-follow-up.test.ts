import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { forgetLostFollowUp, queueFollowUp, sendFollowUp } from "./queue-follow-up";
import { type ProxyCall, stubProxy } from "./testing/stub-proxy";

afterEach(() => vi.unstubAllGlobals());

const Sent = z.object({ id: z.uuid(), prompt: z.object({ text: z.string() }) });
const idsOf = (calls: readonly ProxyCall[]) => calls.map(({ body }) => Sent.parse(body).id);
const message = { text: "Continue.", images: 0, mcpServers: 0, state: "waiting", own: true };
const added = { ...message, author: { id: "us-1", name: "Ada" }, createdAt: "2026-05-01T12:00:00Z" };

it("repeats a message whose response was lost with the same id, and no other", async () => {
  let isReachable = false;
  const calls = stubProxy(({ body }) => {
    if (!isReachable) throw new TypeError("connection lost");
    return { ...added, id: Sent.parse(body).id, agentId: "bc-1" };
  });
  const send = (text: string, agentId = "bc-1") => queueFollowUp(agentId, { prompt: { text } });
  await expect(send("Continue.")).rejects.toThrow("Couldn't reach the dashboard.");
  await expect(send("Continue.")).rejects.toThrow();
  isReachable = true;
  await send("Continue.");
  await send("Continue.");
  await send("Continue.", "bc-2");
  const [first, second, third, ...later] = idsOf(calls);
  expect([second, third]).toEqual([first, first]);
  expect(new Set([first, ...later]).size).toBe(3);
});

it("uses a new id for a changed message, and after a rejection", async () => {
  let reply: () => Response = () => Response.error();
  const calls = stubProxy(() => reply());
  const send = (text: string) => queueFollowUp("bc-3", { prompt: { text } }).catch(() => undefined);
  reply = () => Response.json({ error: { code: "upstream_timeout", message: "No response." } }, { status: 504 });
  await send("a");
  await send("b");
  reply = () => Response.json({ error: { code: "follow_up_queue_full", message: "Full." } }, { status: 409 });
  await send("c");
  await send("c");
  expect(new Set(idsOf(calls)).size).toBe(4);
});

it("sends the same text as a new message once the lost one was edited", async () => {
  const calls = stubProxy(() => Response.error());
  const send = () => queueFollowUp("bc-4", { prompt: { text: "Continue." } }).catch(() => undefined);
  await send();
  await send();
  forgetLostFollowUp("bc-4");
  await send();
  const [first, second, third] = idsOf(calls);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

it("queues a message whose direct sending was lost with the same id", async () => {
  const calls = stubProxy(() => Response.error());
  await sendFollowUp("bc-5", { prompt: { text: "Continue." } }).catch(() => undefined);
  await queueFollowUp("bc-5", { prompt: { text: "Continue." } }).catch(() => undefined);
  expect(calls).toMatchObject([{ body: { immediate: true } }, {}]);
  expect(calls[1]?.body).not.toHaveProperty("immediate");
  const [first, second] = idsOf(calls);
  expect(second).toBe(first);
});
