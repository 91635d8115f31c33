import { expect, it } from "vitest";
import { installApp } from "../admin/installations/install-app";
import { firstProblem } from "../errors";
import { createApp } from "./apps/create-app";
import { updateApp } from "./apps/update-app";
import { subscribableEvents } from "./apps/webhook-event";
import { createRuleset } from "./rulesets/create-ruleset";
import { ruleParameters, rulesetKinds } from "./rulesets/ruleset-rules";
import { scopeCatalog } from "./scope";

interface Parsed {
  error?: Parameters<typeof firstProblem>[0] | undefined;
}

const problem = ({ error }: Parsed) => error && firstProblem(error);
const valid = { displayName: "App", publicKey: "key" };

it("lists the valid events for an unknown one", () => {
  const message = `must be one of ${subscribableEvents.join(", ")}`;
  const created = createApp.body?.safeParse({ ...valid, events: ["pull_request.created", "pull_request.opened"] });
  expect(created && problem(created)).toEqual({ field: "events.1", message });
  const updated = updateApp.body?.safeParse({ events: { events: ["installation.created"] } });
  expect(updated && problem(updated)).toEqual({ field: "events.events.0", message });
});

it("lists the valid scopes for an unknown one", () => {
  const created = createApp.body?.safeParse({ ...valid, defaultScopes: ["repository:all"] });
  expect(created && problem(created)).toEqual({
    field: "defaultScopes.0",
    message: `must be one of ${scopeCatalog.join(", ")}`,
  });
});

it("lists only scopes that installations can have", () => {
  const installed = installApp.body?.safeParse({ appId: "app_1", scopes: ["namespace:apps:create"] });
  const { field, message = "" } = (installed && problem(installed)) ?? {};
  expect(field).toBe("scopes.0");
  expect(message).toContain("repository:checks:write, ");
  expect(message).not.toContain("namespace:apps");
});

it.each(rulesetKinds)("lists the rule types of %s for an unknown one, or one of another kind", (kind) => {
  const ruleset = { name: "Rules", enforcement: "active", kind };
  const accepted: string[] = [];
  for (const ruleType of [...Object.keys(ruleParameters), "required_deployments", "constructor"]) {
    const parsed = createRuleset.body?.safeParse({ ...ruleset, rules: [{ ruleType, parameters: {} }] });
    const { field, message = "" } = (parsed && problem(parsed)) ?? {};
    // Its parameters may still be missing.
    if (field !== "rules.0.ruleType") accepted.push(ruleType);
    else expect(message).toMatch(new RegExp(`^must be one of [a-z_, ]+ in a ruleset of kind ${kind}$`));
  }
  const unknown = createRuleset.body?.safeParse({ ...ruleset, rules: [{ ruleType: "none" }] });
  expect(unknown && problem(unknown)?.message).toBe(
    `must be one of ${accepted.join(", ")} in a ruleset of kind ${kind}`,
  );
});
