import { z } from "zod";
import { returnPath } from "./return-path";

const Csrf = z.object({ csrfToken: z.string() });
const AuthResponse = z.object({ url: z.string() });

/** Posts a next-auth form and returns the URL in the response. Throws if there is no response. */
async function post(path: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const { csrfToken } = Csrf.parse(await (await fetch("/api/auth/csrf", { cache: "no-store" })).json());
  const response = await fetch(`/api/auth/${path}`, {
    method: "POST",
    body: new URLSearchParams({ ...fields, csrfToken, json: "true" }),
  });
  return AuthResponse.parse(await response.json()).url;
}

export type LinkSignIn = { ok: true } | { reason: string };

/** Redeems a sign-in link. A failure has a reason such as `used` or `expired`, empty if unknown. */
export async function signInWithLink(token: string): Promise<LinkSignIn> {
  const url = await post("callback/link", { token, callbackUrl: "/" });
  const reason = new URL(url, window.location.origin).searchParams.get("error");
  return reason === null ? { ok: true } : { reason };
}

/** The identity provider's URL that continues the sign-in. */
export function signInAddress(provider: string): Promise<string> {
  return post(`signin/${provider}`, { callbackUrl: returnPath() });
}

/** Ends this browser's push notifications: its next user must not see them. The channel is removed when its next message fails. */
async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Ends this browser's session. */
export async function signOut(): Promise<void> {
  await post("signout", { callbackUrl: "/sign-in" });
  await unsubscribe().catch(() => undefined);
}
