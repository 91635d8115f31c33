import { Ajv2020 } from "ajv/dist/2020";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { interactionUpdates } from "@/lib/contract/agents/run-events";
import { retentionHeader } from "@/lib/contract/agents/stream-run";
import { getRateLimit } from "@/lib/contract/hosting/rate-limit/get-rate-limit";
import type { DescribedOperation, Description } from "@/lib/contract/openapi/description";
import { readSettings } from "@/lib/core/settings/settings";
import { installedApp } from "../hosting/installations/testing/installation-fixture";
import { addNamespace } from "../hosting/repositories/testing/repository-fixture";
import { startTestService, type TestService } from "../testing/test-service";
import { type ApiGuide, codeIn, readApiGuide } from "./testing/api-guide";

const defaults = readSettings({});
let test: TestService;
let guide: ApiGuide;
beforeAll(async () => {
  test = await startTestService({ REPOHOST_POINTS_PER_MINUTE: String(defaults.repohostPointsPerMinute) });
  guide = await readApiGuide();
});
afterAll(() => test.close());

it("has the events of a run's stream, with and without ids, as described", async () => {
  const text = ["Say hello", "```sh", "echo hello", "```"].join("\n");
  const { agent, run } = await test.call(createAgent, { body: { prompt: { text } } });
  const frames = await test.stream(agent.id, run.id);
  expect(frames.map(({ event }) => event)).toEqual(
    expect.arrayContaining(["status", "assistant", "tool_call", "interaction_update", "result", "done"]),
  );
  const document = (await test.send("GET", "/openapi.json", { key: null })).body as Description;
  const described: DescribedOperation | undefined = document.paths["/v1/agents/{id}/runs/{runId}/stream"]?.get;
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ $id: "doc", components: document.components });
  const hasId = new Map(
    guide.table("Event | Payload | Id").map(([event = "", , id]) => [codeIn(event)[0], id === "yes"]),
  );
  for (const { event, id, data } of frames) {
    expect(hasId.get(event), event).toBe(id !== undefined);
    const { $ref = "" } = described?.["x-slipway-events"]?.[event] ?? {};
    const problems = ajv.validate(`doc${$ref}`, data) ? [] : ajv.errors;
    expect(problems, `${event} ${JSON.stringify(data)}`).toEqual([]);
    if (event === "interaction_update") expect(interactionUpdates).toHaveProperty([Object(data).type]);
  }
  const path = `/v1/agents/${agent.id}/runs/${run.id}/stream`;
  const { headers } = await test.send("GET", path);
  const name = retentionHeader(test.service.settings.serviceName);
  expect(headers.get(name)).toBe(String(defaults.streamRetentionSeconds));
  expect(guide.text).toContain(`\`${name}\``);
});

it("has the rate limits of each kind of caller", async () => {
  await addNamespace(test.service, "Acme", { teamId: 1 });
  const { app, token } = await installedApp(test, { scopes: ["repository:contents:read"] });
  const limitOf = async (key: string) => (await test.call(getRateLimit, { key })).rate.limit.toLocaleString("en");
  const documented = new Map(
    guide.table("API | Counts | Limit per minute").map(([, counts, limit = ""]) => [counts, limit]),
  );
  const number = (counts: string) => /^\d[\d,]*\b/.exec(documented.get(counts) ?? "")?.[0];
  expect(number("points of a user or service account")).toBe(await limitOf(test.keys.user));
  expect(number("points of an installation")).toBe(await limitOf(token));
  expect(number("points of an app JWT")).toBe(await limitOf(app.jwt()));
  const { rateLimitPerMinute, runsPerMinute, gitRequestsPerMinute } = defaults;
  expect(number("requests of a team")).toBe(rateLimitPerMinute.toLocaleString("en"));
  expect(number("new agents and runs of a user or service account")).toBe(runsPerMinute.toLocaleString("en"));
  expect(number("requests of a user or service account")).toBe(gitRequestsPerMinute.toLocaleString("en"));
});
