import { z } from "zod";
import { Scopes } from "../scope";
import { SubscribedEvents } from "./webhook-event";

/** An app as shown to its publisher (hosting specification, section 2 App). */
export const App = z.looseObject({
  id: z.string(),
  displayName: z.string(),
  description: z.string(),
  websiteUrl: z.string(),
  /** Empty turns deliveries off. */
  webhookUrl: z.string(),
  events: z.array(z.string()),
  installationRedirectUris: z.array(z.string()),
  defaultScopes: z.array(z.string()),
  namespaceSlug: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type App = z.infer<typeof App>;

export const AppSigningKey = z.looseObject({ kid: z.string(), createdAt: z.string() });
export type AppSigningKey = z.infer<typeof AppSigningKey>;

const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** https, or http on loopback so an app can be developed locally. */
function isSecure(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password || hostname === "" || !/^https?:\/\//i.test(text)) return false;
  return protocol === "https:" || (protocol === "http:" && loopback.has(hostname));
}

const url = z.string().max(2048, "must be at most 2,048 characters");
const absolute = "must be an absolute https URL";

/** URL that receives events; empty for none. */
const WebhookUrl = url.refine((text) => text === "" || isSecure(text), absolute);
const WebsiteUrl = url.refine((text) => text === "" || isSecure(text), absolute);
const RedirectUri = url.refine((text) => isSecure(text) && !text.includes("#"), `${absolute} without a fragment`);

const required = "is required";

export const appFields = {
  displayName: z
    .string(required)
    .max(255, "must be at most 255 characters")
    .refine((text) => text.trim() !== "", "must not be empty"),
  webhookUrl: WebhookUrl,
  description: z.string(required).max(4096, "must be at most 4,096 characters"),
  websiteUrl: WebsiteUrl,
  events: SubscribedEvents,
  installationRedirectUris: z.array(RedirectUri).max(50),
  defaultScopes: Scopes,
};

/** PEM of an Ed25519 key; its content is validated when it is stored. */
export const PublicKeyPem = z.string(required).max(4096, "must be a PEM public key");

export const AppPath = z.object({ appId: z.string() });
