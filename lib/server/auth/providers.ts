import "server-only";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { z } from "zod";
import type { Settings } from "@/lib/core/settings/settings";
import type { ProviderChoice } from "@/lib/model/identity-provider";
import type { Account } from "./admit";

export function providerChoices({ oidc, github }: Pick<Settings, "oidc" | "github">): ProviderChoice[] {
  return [
    ...(oidc ? [{ id: "oidc", name: oidc.name } as const] : []),
    ...(github ? [{ id: "github", name: "GitHub" } as const] : []),
  ];
}

const OidcClaims = z.looseObject({
  sub: z.string().min(1),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.literal("true"), z.literal("false")]).optional(),
  name: z.string().optional(),
});

const GithubUser = z.looseObject({ id: z.number().int(), login: z.string(), name: z.string().nullish() });
const GithubEmails = z.array(z.looseObject({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** next-auth requires a user from each profile; {@link toAccount} and `admit` determine the real one. */
const unnamed = (id: string) => ({ id, email: "", name: "" });

/** The claims of an identity token whose signature has been checked. */
function identityClaims(token: string | undefined): z.output<typeof OidcClaims> {
  const payload = Buffer.from(token?.split(".")[1] ?? "", "base64url").toString("utf8");
  return OidcClaims.parse(JSON.parse(payload));
}

function oidcProvider(oidc: NonNullable<Settings["oidc"]>): OAuthConfig<unknown> {
  return {
    id: "oidc",
    name: oidc.name,
    type: "oauth",
    wellKnown: `${oidc.issuer}/.well-known/openid-configuration`,
    issuer: oidc.issuer,
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret,
    authorization: { params: { scope: "openid email profile" } },
    idToken: true,
    userinfo: {
      // Many providers omit the email from the identity token.
      async request({ client, tokens }) {
        const claims = identityClaims(tokens.id_token);
        if (!client.issuer.metadata.userinfo_endpoint || !tokens.access_token) return claims;
        const more = await client.userinfo(tokens.access_token);
        if (more.sub !== claims.sub) throw new Error("the provider's userinfo is for a different subject");
        return { ...claims, ...more };
      },
    },
    checks: ["pkce", "state", "nonce"],
    profile: (claims) => unnamed(OidcClaims.parse(claims).sub),
  };
}

function githubProvider(github: NonNullable<Settings["github"]>): OAuthConfig<unknown> {
  const api = github.url === "https://github.com" ? "https://api.github.com" : `${github.url}/api/v3`;
  const read = async (path: string, token: string | undefined): Promise<unknown> => {
    const response = await fetch(`${api}${path}`, {
      headers: { authorization: `Bearer ${token}`, accept: "application/vnd.github+json" },
      redirect: "error",
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error(`GitHub responded with ${response.status} to ${path}`);
    return response.json();
  };
  return {
    id: "github",
    name: "GitHub",
    type: "oauth",
    clientId: github.clientId,
    clientSecret: github.clientSecret,
    authorization: { url: `${github.url}/login/oauth/authorize`, params: { scope: "read:user user:email" } },
    token: `${github.url}/login/oauth/access_token`,
    userinfo: {
      url: `${api}/user`,
      async request({ tokens }) {
        const user = GithubUser.parse(await read("/user", tokens.access_token));
        const emails = GithubEmails.parse(await read("/user/emails", tokens.access_token));
        const primary = emails.find((email) => email.primary);
        return {
          sub: String(user.id),
          name: user.name ?? user.login,
          ...(primary ? { email: primary.email, email_verified: primary.verified } : {}),
        };
      },
    },
    checks: ["pkce", "state"],
    profile: (claims) => unnamed(OidcClaims.parse(claims).sub),
  };
}

/** The configured identity providers, for next-auth. */
export function oauthProviders({ oidc, github }: Pick<Settings, "oidc" | "github">): OAuthConfig<unknown>[] {
  return [...(oidc ? [oidcProvider(oidc)] : []), ...(github ? [githubProvider(github)] : [])];
}

/**
 * The account in a provider's profile; `undefined` for an unknown provider or an invalid profile. An email counts as
 * verified if the provider reports it, or reports nothing and `trustEmail` is set.
 */
export function toAccount(
  providerId: string,
  profile: unknown,
  { oidc, github }: Pick<Settings, "oidc" | "github">,
): Account | undefined {
  const issuer = providerId === "oidc" ? oidc?.issuer : github?.url;
  const claims = OidcClaims.safeParse(profile);
  if (!issuer || !claims.success) return undefined;
  const { sub, email, email_verified: verified, name } = claims.data;
  const trusted = providerId === "oidc" && oidc?.trustEmail === true && verified === undefined;
  return {
    issuer,
    subject: sub,
    email,
    emailVerified: verified === true || verified === "true" || trusted,
    displayName: name,
  };
}
