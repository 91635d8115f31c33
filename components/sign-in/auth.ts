import { z } from "zod";

const Csrf = z.object({ csrfToken: z.string() });
const Answer = z.object({ url: z.string() });

/** Sends a form of next-auth's and returns the address it answers with. Throws when there is no answer. */
async function post(path: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const { csrfToken } = Csrf.parse(await (await fetch("/api/auth/csrf", { cache: "no-store" })).json());
  const response = await fetch(`/api/auth/${path}`, {
    method: "POST",
    body: new URLSearchParams({ ...fields, csrfToken, json: "true" }),
  });
  return Answer.parse(await response.json()).url;
}

export type LinkSignIn = { ok: true } | { refusal: string };

/** Uses a sign-in link up; a refusal is a word such as `used` or `expired`, empty when nobody knows. */
export async function signInWithLink(token: string): Promise<LinkSignIn> {
  const url = await post("callback/link", { token, callbackUrl: "/" });
  const refusal = new URL(url, window.location.origin).searchParams.get("error");
  return refusal === null ? { ok: true } : { refusal };
}

/** The address at the identity provider where signing in goes on. */
export function signInAddress(provider: string): Promise<string> {
  return post(`signin/${provider}`, { callbackUrl: "/" });
}

/** Ends this browser's session. */
export async function signOut(): Promise<void> {
  await post("signout", { callbackUrl: "/sign-in" });
}
