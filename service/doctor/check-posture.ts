import type { Settings } from "@/lib/core/settings/settings";
import { describeBubblewrap } from "@/runner/sandbox/bubblewrap";
import { type Exposure, isExposed, missingSandboxError } from "@/runner/sandbox/probe-sandbox";
import type { SandboxDriver } from "@/runner/sandbox/sandbox";
import { sandboxFix } from "@/runner/sandbox/sandbox-fix";
import { error, type Finding, ok, warning } from "./finding";

type Posture = Exposure & Pick<Settings, "previewUrl" | "webhookLocalReceivers" | "oidc" | "admission" | "serviceUrl">;

/** The last two labels of a URL's host name. */
const parentDomain = (url: string) => new URL(url.replace("*.", "")).hostname.split(".").slice(-2).join(".");

/** Checks who can reach Slipway and which settings weaken its security. See SECURITY.md. */
export function checkPosture(settings: Posture): Finding[] {
  const { webUrl, servicePublicUrl, serviceUrl, allowUnisolated, webhookLocalReceivers, oidc, admission, previewUrl } =
    settings;
  const plain = [webUrl, ...(serviceUrl === undefined ? [servicePublicUrl] : [])].filter((url) => /^http:/.test(url));
  const open = [
    allowUnisolated && "ALLOW_UNISOLATED=1: agents may run without a sandbox and read this machine's keys",
    webhookLocalReceivers &&
      "WEBHOOK_LOCAL_RECEIVERS=1: apps and notifications can send requests to this machine and its network",
    previewUrl !== undefined &&
      parentDomain(previewUrl) === parentDomain(webUrl) &&
      `PREVIEW_URL=${previewUrl}: pages written by agents can set cookies for the parent domain of WEB_URL`,
    oidc?.trustEmail && "OIDC_TRUST_EMAIL=1: the identity provider's unverified email addresses are accepted",
    admission.domains.length > 0 &&
      admission.role === "admin" &&
      `SIGN_IN_ROLE=admin: all users of ${admission.domains.join(", ")} are admins`,
  ];
  return [
    !isExposed(settings)
      ? ok("network", "only this machine can reach Slipway")
      : plain.length === 0
        ? ok("network", "other machines can reach Slipway over HTTPS")
        : warning("network", `other machines can reach Slipway, without TLS at ${plain.join(" and ")}`),
    ...open.filter((detail) => typeof detail === "string").map((detail) => warning("open setting", detail)),
  ];
}

/** How runs are isolated here. */
export function sandboxFinding(driver: SandboxDriver, exposure: Exposure): Finding {
  if (driver === "bubblewrap") {
    const { version, warning: problem } = describeBubblewrap();
    return problem === undefined ? ok("sandbox", `bubblewrap ${version}`) : warning("sandbox", problem);
  }
  const problem = missingSandboxError(driver, exposure);
  return problem ? error("sandbox", problem) : warning("sandbox", `runs aren't sandboxed. ${sandboxFix()}`);
}
