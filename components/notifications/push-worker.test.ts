import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";
import { projectRoot } from "@/lib/core/settings/project-root";

const origin = "https://slipway.example.com";
const code = await readFile(join(projectRoot, "public/push-worker.js"), "utf8");

/** Runs the service worker with the given open windows. */
function startWorker(windows: readonly { url: string; focus(): Promise<void> }[] = []) {
  const listeners = new Map<string, (event: object) => void>();
  const showNotification = vi.fn(async () => undefined);
  const openWindow = vi.fn(async (_url: string) => undefined);
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    registration: { showNotification },
    location: { origin },
    clients: { matchAll: async () => windows, openWindow },
  };
  runInNewContext(code, { self, URL });
  async function send(type: string, event: object) {
    let work: Promise<unknown> | undefined;
    listeners.get(type)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  }
  const click = (url: string, { action = "", actions = [] }: { action?: string; actions?: readonly string[] } = {}) => {
    const notification = { close: vi.fn(), data: { url, actions } };
    return send("notificationclick", { notification, action }).then(() => notification);
  };
  return { showNotification, openWindow, send, click };
}

describe("the push worker", () => {
  it("shows the title of a message, and replaces an earlier one with its tag", async () => {
    const { send, showNotification } = startWorker();
    const message = { title: "Run failed · Fix it", tag: "message-1", url: `${origin}/agents/bc-1` };
    await send("push", { data: { json: () => message } });
    const options = expect.objectContaining({ tag: "message-1", data: { url: message.url, actions: [] }, actions: [] });
    expect(showNotification).toHaveBeenCalledExactlyOnceWith("Run failed · Fix it", options);
  });

  it("shows what an agent asks, with a button for each answer", async () => {
    const { send, showNotification } = startWorker();
    const actions = ["Approve", "Deny"].map((title) => ({ title, url: `${origin}/answer/${title}` }));
    const message = { title: "Agent needs your input", tag: "message-1", url: origin, body: "Delete it?", actions };
    await send("push", { data: { json: () => message } });
    const options = expect.objectContaining({
      body: "Delete it?",
      data: { url: origin, actions: [`${origin}/answer/Approve`, `${origin}/answer/Deny`] },
      actions: [
        { action: "0", title: "Approve" },
        { action: "1", title: "Deny" },
      ],
    });
    expect(showNotification).toHaveBeenCalledExactlyOnceWith("Agent needs your input", options);
  });

  it("opens the page of a clicked button, and the agent for the notification itself", async () => {
    const actions = [`${origin}/answer/a`, `${origin}/answer/b`];
    const { click, openWindow } = startWorker();
    await click("/agents/bc-1", { actions, action: "1" });
    await click("/agents/bc-1", { actions });
    await click("/agents/bc-1", { actions, action: "7" });
    expect(openWindow.mock.calls).toEqual([[actions[1]], [`${origin}/agents/bc-1`], [`${origin}/agents/bc-1`]]);
  });

  it("shows a message without content, because browsers require a notification for each", async () => {
    const { send, showNotification } = startWorker();
    await send("push", { data: null });
    expect(showNotification).toHaveBeenCalledExactlyOnceWith("Slipway", expect.anything());
  });

  it("closes a clicked notification and opens its page", async () => {
    const { click, openWindow } = startWorker();
    const { close } = await click("/agents/bc-1");
    expect(close).toHaveBeenCalledOnce();
    expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${origin}/agents/bc-1`);
  });

  it("focuses a window that shows the page", async () => {
    const focus = vi.fn(async () => undefined);
    const { click, openWindow } = startWorker([{ url: `${origin}/agents/bc-1`, focus }]);
    await click(`${origin}/agents/bc-1`);
    expect(focus).toHaveBeenCalledOnce();
    expect(openWindow).not.toHaveBeenCalled();
  });

  it("opens no other site", async () => {
    const { click, openWindow } = startWorker();
    await click("https://evil.example/agents");
    await click("/agents/bc-1", { actions: ["https://evil.example/answer"], action: "0" });
    expect(openWindow.mock.calls).toEqual([[origin], [origin]]);
  });
});
