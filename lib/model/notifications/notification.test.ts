import fc from "fast-check";
import { expect, it } from "vitest";
import { notificationEvents } from "@/lib/contract/dashboard/notifications/notification-events";
import { codePoint } from "@/lib/core/testing/code-point";
import { notificationText, oneLine } from "./notification";

const agent = { id: "bc-1", name: "Fix the discount" };
const pull = { ownerSlug: "acme", repoName: "orders", pullNumber: "7" };

it("says what happened to a run, with the reason of a failure", () => {
  const failed = { agent, run: { id: "r", status: "ERROR", errorCode: "push_rejected" } };
  expect(notificationText("run.failed", failed)).toEqual({
    title: "Run failed: push rejected",
    detail: "Fix the discount",
    path: "/agents/bc-1",
  });
  expect(notificationText("run.ended", { agent, run: { id: "r", status: "FINISHED" } }).title).toBe("Run finished");
  expect(notificationText("run.ended", { agent, run: { id: "r", status: "CANCELLED" } }).title).toBe("Run canceled");
  expect(notificationText("run.failed", { agent, run: { id: "r", status: "EXPIRED" } }).title).toBe(
    "Run expired · no worker picked it up",
  );
});

it("names the pull request, and its title for users who can read it", () => {
  expect(notificationText("pull_request.approved", { pull, by: "Ada" }, { pullTitle: "Discounts" })).toEqual({
    title: "Pull request approved: Ada",
    detail: "Discounts · acme/orders #7",
    path: "/pulls/acme/orders/7",
  });
  expect(notificationText("pull_request.opened", { pull, agent }).detail).toBe("acme/orders #7 · Fix the discount");
});

it("says how long an agent has been waiting, and where", () => {
  expect(notificationText("queue.waiting", { agent, minutes: 1, pool: "gpu" }).title).toBe(
    "Waiting for a worker for 1 minute in gpu",
  );
  expect(notificationText("worker.lost", { agent, pool: "gpu" }).title).toBe("Worker disconnected in gpu");
});

it("says why an automation was paused", () => {
  const automation = { id: "au-1", name: "Nightly", pauseReason: "failures" } as const;
  expect(notificationText("automation.paused", { automation })).toEqual({
    title: "Automation paused: Nightly",
    detail: "Paused after 10 launches failed in a row.",
    path: "/automations/au-1",
  });
});

it("is one short line, regardless of the names of agents and users", () => {
  const facts = { agent: { id: "bc-1", name: "a" }, pull };
  fc.assert(
    fc.property(
      fc.constantFrom(...notificationEvents),
      fc.string({ unit: codePoint, maxLength: 400 }),
      (type, text) => {
        const { title, detail } = notificationText(type, { ...facts, by: text }, { pullTitle: text });
        for (const line of [title, detail]) {
          expect(line.length).toBeLessThanOrEqual(200);
          expect(line).not.toMatch(/[\r\n\u2028\u2029]/);
        }
      },
    ),
  );
  expect(oneLine("a\r\nBcc: eve@x.example\u0000")).toBe("a Bcc: eve@x.example");
});
