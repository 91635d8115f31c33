import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { installApp } from "@/lib/contract/admin/installations/install-app";
import { createApp } from "@/lib/contract/hosting/apps/create-app";
import { createInstallationAccessToken } from "@/lib/contract/hosting/installations/create-installation-access-token";
import type { BodyInputOf } from "@/lib/contract/operation";
import type { TestService } from "../../../testing/test-service";

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Signs a compact JWT with any header and claims. */
export function signJwt(key: KeyObject, header: Record<string, unknown>, claims: Record<string, unknown>): string {
  const text = `${base64url(header)}.${base64url(claims)}`;
  return `${text}.${sign(null, Buffer.from(text), key).toString("base64url")}`;
}

/** The key id of an app's JWTs. */
export function keyIdOf(publicKey: string): string {
  const spki = createPublicKey(publicKey).export({ format: "der", type: "spki" });
  return createHash("sha256").update(spki).digest("base64url");
}

/** An Ed25519 key pair: the private key for signing, the public key as PEM for registration. */
export function newKeyPair(): { privateKey: KeyObject; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return { privateKey, publicKey: publicKey.export({ format: "pem", type: "spki" }).toString() };
}

export interface TestApp {
  id: string;
  privateKey: KeyObject;
  publicKey: string;
  /** A JWT of the app. Claims can be overridden; `undefined` omits one. */
  jwt(claims?: Record<string, unknown>, header?: Record<string, unknown>): string;
}

/** Creates an app in a namespace, by default `acme`. */
export async function addApp(
  test: TestService,
  options: Partial<BodyInputOf<typeof createApp>> & { namespaceSlug?: string; key?: string } = {},
): Promise<TestApp> {
  const { namespaceSlug = "acme", key = test.keys.user, ...body } = options;
  const { privateKey, publicKey } = newKeyPair();
  const app = await test.call(createApp, {
    params: { namespaceSlug },
    body: { displayName: "Builder", publicKey, ...body },
    key,
  });
  return {
    id: app.id,
    privateKey,
    publicKey,
    jwt(claims = {}, header = {}) {
      const now = Math.floor(test.service.clock.now() / 1000);
      return signJwt(
        privateKey,
        { alg: "EdDSA", typ: "JWT", kid: keyIdOf(publicKey), ...header },
        { iss: app.id, aud: "repohost-apps", iat: now, exp: now + 1800, ...claims },
      );
    },
  };
}

export interface InstalledApp {
  app: TestApp;
  installationId: string;
  /** An access token of the installation. */
  token: string;
  /** Creates another token, limited by the body. */
  mint(body?: BodyInputOf<typeof createInstallationAccessToken>): Promise<string>;
}

/** Creates and installs an app with scopes, on all or some repositories, and returns a token. */
export async function installedApp(
  test: TestService,
  options: { scopes: readonly string[]; repositories?: readonly string[]; namespaceSlug?: string; app?: TestApp },
): Promise<InstalledApp> {
  const { scopes, repositories, namespaceSlug = "acme", app = await addApp(test, { namespaceSlug }) } = options;
  const installation = await test.call(installApp, {
    key: test.keys.admin,
    params: { namespaceSlug },
    body: { appId: app.id, scopes: [...scopes], ...(repositories ? { repositories: [...repositories] } : {}) },
  });
  const params = { installationId: installation.id };
  const mint: InstalledApp["mint"] = async (body = {}) =>
    (await test.call(createInstallationAccessToken, { key: app.jwt(), params, body })).token;
  return { app, installationId: installation.id, token: await mint(), mint };
}
