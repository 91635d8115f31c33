import { expect, it } from "vitest";
import { readSettings } from "@/lib/core/settings/settings";
import { checkPosture } from "./check-posture";

const posture = (environment: Record<string, string>) =>
  checkPosture(readSettings({ DATA_DIR: "data", ...environment })).map(
    ({ state, subject, detail }) => `${state} ${subject}: ${detail}`,
  );

it("reports that only this machine can reach Slipway with default settings", () => {
  expect(posture({})).toEqual(["ok network: only this machine can reach Slipway"]);
});

it("warns if other machines can reach Slipway without TLS", () => {
  expect(posture({ HOST: "0.0.0.0" })[0]).toMatch(
    /^warning network: other machines can reach Slipway, without TLS at http:/,
  );
  const behindProxy = { WEB_URL: "https://slipway.example", SERVICE_PUBLIC_URL: "https://api.slipway.example" };
  expect(posture(behindProxy)).toEqual(["ok network: other machines can reach Slipway over HTTPS"]);
});

it("warns about each open setting", () => {
  const warnings = posture({
    ALLOW_UNISOLATED: "1",
    WEBHOOK_LOCAL_RECEIVERS: "1",
    WEB_URL: "https://slipway.example.com",
    PREVIEW_URL: "https://*.preview.example.com",
    PREVIEW_PORT: "4200",
    OIDC_ISSUER: "https://id.example",
    OIDC_CLIENT_ID: "slipway",
    OIDC_CLIENT_SECRET: "secret-of-the-client",
    OIDC_TRUST_EMAIL: "1",
    SIGN_IN_DOMAINS: "example.com",
    SIGN_IN_ROLE: "admin",
  });
  expect(warnings.map((text) => /open setting: (\w+)=/.exec(text)?.[1]).filter(Boolean)).toEqual([
    "ALLOW_UNISOLATED",
    "WEBHOOK_LOCAL_RECEIVERS",
    "PREVIEW_URL",
    "OIDC_TRUST_EMAIL",
    "SIGN_IN_ROLE",
  ]);
});
