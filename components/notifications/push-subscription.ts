"use client";

/** Shows push messages, even while no page is open. */
const workerPath = "/push-worker.js";

export interface BrowserSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Why this browser can't receive push messages; `undefined` if it can. */
export function pushProblem(): string | undefined {
  if (!window.isSecureContext) return "Push notifications require https.";
  if (!("serviceWorker" in navigator) || !("PushManager" in window))
    return "This browser doesn't support push notifications.";
  if (Notification.permission === "denied") return "Notifications for this site are blocked in the browser.";
  return undefined;
}

/** Subscribes this browser. It may prompt for permission, so call this only from a click. */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription> {
  const problem = pushProblem();
  if (problem !== undefined) throw new Error(problem);
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error("The browser didn't allow notifications.");
  await navigator.serviceWorker.register(workerPath);
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription of an earlier key can't be used.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error("The browser's subscription is incomplete.");
  return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
}
