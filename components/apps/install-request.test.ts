import { describe, expect, it } from "vitest";
import type { App } from "@/lib/contract/hosting/apps/app";
import { type InstallRequest, parseInstallRequest } from "./install-request";
import { isWriteScope, scopeLabel } from "./scope-labels";

const app: App = {
  id: "app_1",
  displayName: "CI",
  description: "",
  websiteUrl: "",
  webhookUrl: "",
  events: [],
  installationRedirectUris: ["https://ci.example/done"],
  defaultScopes: ["repository:checks:write", "app:settings:write"],
  namespaceSlug: "demo",
  createdAt: "",
  updatedAt: "",
};
const request: InstallRequest = {
  appId: "app_1",
  scope: "",
  redirectUri: "",
  state: "",
  summary: "",
  includeGranted: false,
};

describe("an install request", () => {
  it("requests the scopes in the link and those they imply, or the app's defaults", () => {
    expect(parseInstallRequest({ ...request, scope: "repository:contents:write" }, app)).toEqual({
      scopes: ["repository:contents:read", "repository:contents:write", "repository:metadata:read"],
      redirectUri: undefined,
    });
    expect(parseInstallRequest(request, app)).toMatchObject({
      scopes: ["repository:metadata:read", "repository:checks:read", "repository:checks:write"],
    });
  });

  it("is rejected with unknown scopes or an unregistered redirect URI", () => {
    expect(parseInstallRequest({ ...request, scope: "app:settings:write" }, app)).toHaveProperty("problem");
    expect(parseInstallRequest({ ...request, redirectUri: "https://evil.example/" }, app)).toHaveProperty("problem");
    expect(parseInstallRequest({ ...request, redirectUri: "https://ci.example/done" }, app)).toMatchObject({
      redirectUri: "https://ci.example/done",
    });
  });

  it("labels scopes", () => {
    expect(scopeLabel("repository:checks:write")).toBe("Report checks");
    expect(scopeLabel("toString")).toBe("toString");
    expect([isWriteScope("repository:checks:write"), isWriteScope("repository:checks:read")]).toEqual([true, false]);
  });
});
