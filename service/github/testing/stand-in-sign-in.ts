import { createHash, randomBytes } from "node:crypto";
import type { StandInState } from "./stand-in-parts";

const lifetimeSeconds = 8 * 60 * 60;

const json = (body: unknown) => Response.json(body, { headers: { "cache-control": "no-store" } });

/** The pages with which a user authorizes the app, as `ada`. They confirm without asking. */
export function signInPages(state: StandInState): (request: Request) => Promise<Response | undefined> {
  const challenges = new Map<string, string>();

  function authorize({ searchParams }: URL): Response {
    if (searchParams.get("client_id") !== state.app?.clientId) return new Response("Unknown app", { status: 404 });
    const code = randomBytes(10).toString("hex");
    challenges.set(code, searchParams.get("code_challenge") ?? "");
    const redirect = new URL(searchParams.get("redirect_uri") ?? "");
    if (!state.app?.manifest.callback_urls.includes(redirect.href))
      return new Response("Invalid redirect", { status: 400 });
    redirect.searchParams.set("code", code);
    redirect.searchParams.set("state", searchParams.get("state") ?? "");
    return new Response(null, { status: 302, headers: { location: redirect.href } });
  }

  function issue(): Response {
    const access_token = `ghu_${randomBytes(18).toString("hex")}`;
    const refresh_token = `ghr_${randomBytes(18).toString("hex")}`;
    state.principals.set(access_token, { kind: "user", login: "ada" });
    state.codes.set(refresh_token, "refresh");
    return json({ access_token, refresh_token, expires_in: lifetimeSeconds, token_type: "bearer", scope: "" });
  }

  async function exchange(request: Request): Promise<Response> {
    const body = new URLSearchParams(await request.text());
    const isClient =
      body.get("client_id") === state.app?.clientId && body.get("client_secret") === state.app?.clientSecret;
    if (!isClient) return json({ error: "incorrect_client_credentials" });
    const refresh = body.get("refresh_token");
    if (refresh !== null) return state.codes.delete(refresh) ? issue() : json({ error: "bad_refresh_token" });
    const code = body.get("code") ?? "";
    const challenge = challenges.get(code);
    challenges.delete(code);
    const verifier = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    return challenge === verifier ? issue() : json({ error: "bad_verification_code" });
  }

  return async (request) => {
    const url = new URL(request.url);
    if (url.pathname === "/login/oauth/authorize") return authorize(url);
    return url.pathname === "/login/oauth/access_token" ? exchange(request) : undefined;
  };
}
