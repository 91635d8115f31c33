import { isIP } from "node:net";
import { isPublicAddress } from "@/lib/core/http/public-address";
import { appPermissions } from "../github/installations";

const maxNameLength = 34;

/** Events that change what Slipway shows about pull requests. Those about installations are always delivered. */
export const webhookEvents = ["pull_request", "pull_request_review", "check_run", "status", "workflow_run"] as const;

/** GitHub only accepts webhook URLs that are on the internet. */
export function isPublicUrl(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (isIP(bare)) return protocol === "https:" && isPublicAddress(bare);
  return protocol === "https:" && bare.includes(".") && !/\.(?:localhost|local|internal)$/.test(bare);
}

/** Webhook URL of a server's app. */
export const webhookPath = (host: string) => `/github/webhooks/${encodeURIComponent(host)}`;

/** The manifest that GitHub creates an app from. Names must be unique on GitHub; the user can change it there. */
export function appManifest({
  host,
  serviceUrl,
  redirectUrl,
  suffix,
}: {
  host: string;
  serviceUrl: string;
  redirectUrl: string;
  suffix: string;
}) {
  const { origin } = new URL(redirectUrl);
  const hasWebhooks = isPublicUrl(serviceUrl);
  return {
    name: `Slipway ${suffix}`.slice(0, maxNameLength),
    url: origin,
    redirect_url: redirectUrl,
    callback_urls: [`${origin}/api/github-connection`],
    public: false,
    default_permissions: appPermissions,
    ...(hasWebhooks
      ? {
          hook_attributes: { url: new URL(webhookPath(host), serviceUrl).href, active: true },
          default_events: [...webhookEvents],
        }
      : {}),
  };
}
