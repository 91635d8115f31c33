import { expect, it } from "vitest";
import { requireAppPrincipal } from "./app-access";

it("an operation of apps is denied to other callers", () => {
  const app = { kind: "app", appId: "app_1", expiresAt: 1 } as const;
  expect(requireAppPrincipal(app)).toBe(app);
  const key = { keyId: "key_1", keyName: "ci", keyCreatedAt: 1 };
  expect(() => requireAppPrincipal({ kind: "admin", ...key })).toThrow("Requires an app JWT");
});
