import { createPublicKey, generateKeyPairSync, randomBytes } from "node:crypto";
import { jwtVerify } from "jose";
import { z } from "zod";
import {
  firstOf,
  type Handler,
  Manifest,
  members,
  plainRepository,
  repositoryFacts,
  type StandInApp,
  type StandInState,
} from "./stand-in-parts";

/** Routes that only an app can request, with a token it signs. */
export const appRoutes: ReadonlySet<string> = new Set([
  "GET /app/installations",
  "POST /app/installations/{installation_id}/access_tokens",
  "GET /repos/{owner}/{repo}/installation",
]);

export const conversionRoute = "POST /app-manifests/{code}/conversions";

/** The permission that an installation needs for a route. */
export const routePermissions: Readonly<Record<string, readonly [string, string]>> = {
  "POST /repos/{owner}/{repo}/pulls": ["pull_requests", "write"],
  "POST /repos/{owner}/{repo}/check-runs": ["checks", "write"],
  "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}": ["checks", "write"],
  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge": ["contents", "write"],
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers": ["pull_requests", "write"],
  "POST /repos/{owner}/{repo}/issues/{issue_number}/comments": ["pull_requests", "write"],
};

const installationId = 77;

/** Creates the app that a manifest describes, as GitHub does when the user confirms it. */
export function appOfManifest(text: string): StandInApp {
  const manifest = Manifest.parse(JSON.parse(text));
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const secret = () => randomBytes(20).toString("hex");
  return {
    id: 4711,
    slug: "slipway-test",
    name: manifest.name,
    clientId: "Iv1.slipwaytest",
    clientSecret: secret(),
    webhookSecret: manifest.hook_attributes ? secret() : null,
    privateKey,
    publicKey,
    manifest,
  };
}

/** Whether a token was signed by the app and is valid. */
export async function isAppToken({ id, publicKey }: StandInApp, token: string): Promise<boolean> {
  try {
    const { payload } = await jwtVerify(token, createPublicKey(publicKey), {
      issuer: String(id),
      algorithms: ["RS256"],
    });
    return (payload.exp ?? 0) - (payload.iat ?? 0) <= 600;
  } catch {
    return false;
  }
}

/** The list's description requires the fields of organizations and enterprises. */
const accountFields = {
  login: "acme",
  name: "Acme",
  slug: "acme",
  created_at: "2026-11-20T10:00:00Z",
  updated_at: "2026-11-20T10:00:00Z",
};

function installationBody({ app, url }: StandInState, example: unknown) {
  const { installation } = app ?? {};
  const account = { ...members(members(example).account), ...accountFields };
  return {
    ...members(example),
    id: installationId,
    account,
    app_id: app?.id,
    repository_selection: "selected",
    permissions: installation?.permissions ?? {},
    html_url: `${new URL(url).origin}/organizations/acme/settings/installations/${installationId}`,
    suspended_at: installation?.suspended ? "2026-11-20T10:00:00Z" : null,
  };
}

const TokenInput = z.object({
  permissions: z.record(z.string(), z.string()).optional(),
  repositories: z.array(z.string()).optional(),
});

const levels = ["read", "write", "admin"];

const invalid = (message: string) => ({
  status: 422,
  body: { message, documentation_url: "https://docs.github.com/rest/apps/apps", status: "422" },
});

const suspended = {
  status: 403,
  body: {
    message: "This installation has been suspended",
    documentation_url: "https://docs.github.com/rest",
    status: "403",
  },
};

export const appHandlers: Readonly<Record<string, Handler>> = {
  [conversionRoute]: async ({ state, parameters, example }) => {
    const { app } = state;
    if (!app || parameters.code !== state.codes.get("manifest")) return undefined;
    state.codes.delete("manifest");
    const body = {
      ...members(example(201)),
      id: app.id,
      slug: app.slug,
      name: app.name,
      pem: app.privateKey,
      permissions: app.manifest.default_permissions,
      client_id: app.clientId,
      client_secret: app.clientSecret,
      webhook_secret: app.webhookSecret,
    };
    return { status: 201, body };
  },
  "GET /repos/{owner}/{repo}/installation": async ({ state, example }) =>
    state.app?.installation && { status: 200, body: installationBody(state, example(200)) },
  "GET /app/installations": async ({ state, example }) => ({
    status: 200,
    body: state.app?.installation ? [installationBody(state, firstOf(example(200)))] : [],
  }),
  "POST /app/installations/{installation_id}/access_tokens": async ({ state, parameters, body, example, now }) => {
    const installation = state.app?.installation;
    if (!installation || parameters.installation_id !== String(installationId)) return undefined;
    if (installation.suspended) return suspended;
    const { permissions = installation.permissions, repositories } = TokenInput.parse(body);
    const isGranted = ([name, level]: [string, string]) =>
      levels.indexOf(installation.permissions[name] ?? "") >= levels.indexOf(level);
    if (!Object.entries(permissions).every(isGranted)) {
      return invalid("The permissions requested are not granted to this installation.");
    }
    if (repositories?.some((name) => name !== state.repository.name)) {
      return invalid(
        "There is at least one repository that does not exist or is not accessible to the parent installation.",
      );
    }
    const token = `ghs_${randomBytes(18).toString("hex")}`;
    state.principals.set(token, { kind: "installation", permissions, repositories });
    const { repositories: _all, ...rest } = members(example(201));
    const expires_at = new Date(now + 60 * 60_000).toISOString();
    return { status: 201, body: { ...rest, token, expires_at, permissions, repository_selection: "selected" } };
  },
  "GET /installation/repositories": async ({ state, example }) => {
    const body = members(example(200));
    const one = { ...plainRepository(firstOf(body.repositories)), ...repositoryFacts(state) };
    return { status: 200, body: { ...body, total_count: 1, repositories: [one] } };
  },
};
