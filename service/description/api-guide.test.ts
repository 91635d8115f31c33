import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { interactionUpdates, runEvents } from "@/lib/contract/agents/run-events";
import { eventScopes, installationEvents } from "@/lib/contract/hosting/apps/webhook-event";
import { annotationLevels, checkConclusions, checkOutcomes, checkRunStatuses } from "@/lib/contract/hosting/check";
import { blockerKinds } from "@/lib/contract/hosting/mergeability/mergeability";
import { bypassModes, bypassRoles, enforcements } from "@/lib/contract/hosting/rulesets/ruleset";
import { ruleParameters, rulesetKinds, ruleTypesOf } from "@/lib/contract/hosting/rulesets/ruleset-rules";
import { installableScopes } from "@/lib/contract/hosting/scope";
import { webhookPayloads } from "@/lib/contract/hosting/webhooks/webhook-payload";
import { createMatcher } from "@/lib/contract/match";
import { jsonSchema } from "@/lib/contract/openapi/json-schema";
import { queueEvents } from "@/lib/contract/pools/pending-request";
import { table } from "@/lib/contract/tables/service-table.generated";
import { repohostCodes } from "../core/http/api-error";
import { sessionTokenPrefix, subTokenPrefix } from "../core/principal";
import { isPassing } from "../hosting/checks/is-passing";
import { installationTokenPrefix, installationUserTokenPrefix } from "../hosting/installations/installation-token";
import { maxDeliveriesPerApp } from "../hosting/webhooks/claim-deliveries";
import { failureWindowMs, maxFailedDeliveries } from "../hosting/webhooks/pause-failing-app";
import { retryDelaysMs } from "../hosting/webhooks/retry-delays";
import { watchSlotNumbers } from "../queue/watch-limit";
import { type ApiGuide, codeIn, readApiGuide } from "./testing/api-guide";
import { documentedLimits, documentedTimes } from "./testing/documented-limits";
import { errorCodes } from "./testing/error-codes";

let guide: ApiGuide;
beforeAll(async () => {
  guide = await readApiGuide();
});

/** The only code of each cell in a column. */
function column(header: string, index = 0): string[] {
  return guide.table(header).map((row) => codeIn(row[index] ?? "")[0] ?? "");
}

/** Property names and text values in a JSON Schema, at any depth. */
function namesIn(schema: unknown): string[] {
  if (typeof schema === "string") return [schema];
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}

const propertiesOf = (schema: z.ZodType) => Object.keys(jsonSchema(schema, "output").properties ?? {});

/** Fails unless a text names all properties of a schema, and nothing else. */
function expectFields(text: string, schema: z.ZodType): void {
  const named = codeIn(text).flatMap((code) => code.split("."));
  expect(named, text).toEqual(expect.arrayContaining(propertiesOf(schema)));
  const known = namesIn(jsonSchema(schema, "output"));
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
}

describe("webhooks in the API guide", () => {
  const payloadOf = (event: string) => webhookPayloads.find(({ events }) => events.includes(event))?.name;
  const payload = (cell = "") => `${cell.split(";")[0]}WebhookPayload`;

  it("has every subscribable event with its scope and payload", () => {
    const rows = guide.table("Event | Scope | Payload");
    expect(rows.map(([event = "", scope = "", name]) => [...codeIn(event), ...codeIn(scope), payload(name)])).toEqual(
      Object.entries(eventScopes).map(([event, scope]) => [event, scope, payloadOf(event)]),
    );
  });

  it("has every other event with its payload", () => {
    const rows = guide.table("Event | Payload").map(([event = "", name]) => [codeIn(event)[0], payload(name)]);
    expect(rows).toEqual([...installationEvents, "ping"].map((event) => [event, payloadOf(event)]));
  });

  it("has the fields of every payload", () => {
    const rows = guide.table("Payload | Fields").map(([name, fields = ""]) => [payload(name), codeIn(fields)]);
    expect(rows).toEqual(webhookPayloads.map(({ name, schema }) => [name, propertiesOf(schema)]));
  });

  it("has the delays of retries", () => {
    const [, text = ""] = /retried after ((?:\d+ (?:s|min)(?:, | and )?)+):/.exec(guide.text) ?? [];
    const delays = [...text.matchAll(/(\d+) (s|min)/g)].map(([, n, unit]) => Number(n) * (unit === "s" ? 1e3 : 6e4));
    expect(delays).toEqual(retryDelaysMs);
  });
});

describe("apps, checks and merging in the API guide", () => {
  it("has every scope an installation can have", () => {
    expect(column("Scope | Allows")).toEqual(installableScopes);
  });

  it("has every status, conclusion, outcome and level of checks", () => {
    expect(column("`status` | Meaning")).toEqual(checkRunStatuses);
    const conclusions = guide.table("`conclusion` | A required check passes");
    expect(conclusions).toEqual(checkConclusions.map((each) => [`\`${each}\``, isPassing(each) ? "yes" : "no"]));
    expect(column("`outcome` | Meaning")).toEqual(checkOutcomes);
    const [, levels = ""] = /Annotations have the level (.*?)\./.exec(guide.text) ?? [];
    expect(codeIn(levels)).toEqual(annotationLevels);
  });

  it("has every kind of blocker", () => {
    expect(column("Kind | Meaning")).toEqual(blockerKinds);
  });
});

describe("rulesets in the API guide", () => {
  it("has the values of their fields", () => {
    const fields = new Map(guide.table("Field | Values").map(([name, values = ""]) => [name, codeIn(values)]));
    expect(fields.get("`enforcement`")).toEqual(enforcements);
    expect(fields.get("`kind`")).toEqual(rulesetKinds);
    expect(fields.get("`bypassActors[].bypassMode`")).toEqual(bypassModes);
    expect(fields.get("`bypassActors[].repohostRole.role`")).toEqual(bypassRoles);
  });

  it("has every rule type with its kinds, parameters and defaults", () => {
    const rows = guide.table("`ruleType` | Kinds | Parameters");
    const documented = rows.map(([type = "", kinds, text = ""]) => {
      const found = [...text.matchAll(/`(\w+)`(?: = (\w+)| \(required\))/g)];
      return [codeIn(type)[0], kinds, found.map(([, name, value]) => (value ? `${name}=${value}` : name))];
    });
    const merging = ruleTypesOf("merge_branch");
    const expected = Object.entries(ruleParameters).map(([type, schema]) => {
      const properties = Object.entries(jsonSchema(schema, "output").properties ?? {});
      const parameters = properties.map(([name, property]) =>
        typeof property === "object" && "default" in property ? `${name}=${property.default}` : name,
      );
      return [type, merging.includes(type) ? "merge" : "push", parameters];
    });
    expect(documented).toEqual(expected);
  });

  it("has the fields of required checks", () => {
    const list = jsonSchema(ruleParameters.require_status_checks, "output").properties?.requiredChecks;
    const { items } = z.looseObject({ items: z.looseObject({ properties: z.looseObject({}) }) }).parse(list);
    expect(column("Field of `requiredChecks[]` | Value")).toEqual(Object.keys(items.properties));
  });
});

describe("streams in the API guide", () => {
  it("has every event of a run's stream with its fields", () => {
    const rows = guide.table("Event | Payload | Id");
    expect(rows.map(([event = ""]) => codeIn(event)[0])).toEqual(Object.keys(runEvents));
    for (const [index, schema] of Object.values(runEvents).entries()) {
      const [event, fields = ""] = rows[index] ?? [];
      if (event !== "`interaction_update`") expectFields(fields, schema);
    }
  });

  it("has every interaction update with its fields", () => {
    const rows = guide.table("`type` | Fields");
    expect(rows.map(([type = ""]) => codeIn(type)[0])).toEqual(Object.keys(interactionUpdates));
    for (const [index, fields] of Object.values(interactionUpdates).entries()) {
      expectFields(rows[index]?.[1] ?? "", z.object(fields));
    }
  });

  it("has every event of the queue watch", () => {
    expect(column("Event | Payload | Meaning")).toEqual(Object.keys(queueEvents));
  });
});

describe("errors in the API guide", () => {
  it("has every code of the hosting API", () => {
    const rows = guide.table("Name | `code` | Status | Meaning").map((row) => row.slice(0, 3));
    const expected = Object.entries(repohostCodes).map(([name, { code, status }]) => [name, `${code}`, `${status}`]);
    expect(rows).toEqual(expected);
  });

  it("has every code of the agent and pool APIs", async () => {
    const rows = guide.table("Code | Status | Meaning");
    const documented = rows.map(([code = "", status]) => `${codeIn(code)[0]} ${status}`);
    expect(documented.sort()).toEqual(await errorCodes());
  });
});

describe("limits in the API guide", () => {
  it("has the limits of the contract and the service", () => {
    expect(Object.fromEntries(guide.table("Limit | Value"))).toEqual(documentedLimits);
  });

  it("has the lifetimes and intervals of the service", () => {
    expect(Object.fromEntries(guide.table("What | Value"))).toEqual(documentedTimes);
  });

  it("has the page sizes of each API", () => {
    const sizes = (id: string, name: string) => {
      const { query } = table.find((operation) => operation.id === id) ?? {};
      const property = query && jsonSchema(query, "input").properties?.[name];
      const [most, usual] = /(\d+), by default (\d+)/.exec(JSON.stringify(property))?.slice(1) ?? [];
      return [usual, most];
    };
    const rows = guide.table("API | Request | Next page in the response | Page size").map((row) => row[3] ?? "");
    expect(rows.map((text) => text.match(/\d+/g))).toEqual([
      sizes("listAgents", "limit"),
      sizes("listPendingRequests", "limit"),
      sizes("listRepos", "pageSize"),
    ]);
  });

  it("has the limits of deliveries and watches", () => {
    const numbers = (pattern: RegExp) => pattern.exec(guide.text)?.slice(1).map(Number);
    expect(numbers(/At most (\d+) deliveries to an app/)).toEqual([maxDeliveriesPerApp]);
    expect(numbers(/fails (\d+) deliveries within (\d+) hours/)).toEqual([maxFailedDeliveries, failureWindowMs / 36e5]);
    expect(numbers(/A service account can have (\d+) watches/)).toEqual([watchSlotNumbers.length]);
  });

  it("has the prefix of each credential", () => {
    const prefixes = [subTokenPrefix, sessionTokenPrefix, installationTokenPrefix, installationUserTokenPrefix];
    const forms = guide.table("Credential | Form | Lifetime | Accepted by").flatMap(([, form = ""]) => codeIn(form));
    expect(forms).toEqual(["key", "sak", "adm", ...prefixes].map((prefix) => `${prefix}_…`));
  });
});

describe("examples in the API guide", () => {
  const { match } = createMatcher(table);

  it("send valid bodies", () => {
    const commands = guide.blocks
      .filter(({ language }) => language === "sh")
      .flatMap(({ code }) => code.split("curl "));
    const sent = commands.flatMap((command) => {
      const [, body] = /-d '(\{.*?\})'/s.exec(command) ?? [];
      const [, path = ""] = /(?:http:\/\/127\.0\.0\.1:4100|"\$P)([^\s"?]*)/.exec(command) ?? [];
      const prefix = command.startsWith('-s "$P') ? "/v0/private-workers" : "";
      return body === undefined ? [] : [{ path: prefix + path, body }];
    });
    expect(sent.length).toBeGreaterThan(4);
    for (const { path, body } of sent) {
      const schema = match("POST", path)?.operation.body;
      expect(schema, path).toBeDefined();
      expect(schema?.safeParse(JSON.parse(body)).error, path).toBeUndefined();
    }
  });

  it("report a valid check", () => {
    const check = guide.blocks.find(({ language, code }) => language === "json" && code.includes("headSha"));
    const schema = match("POST", "/v1/repohost/repos/o/r/check-runs")?.operation.body;
    expect(schema?.safeParse(JSON.parse(check?.code ?? "")).error).toBeUndefined();
  });
});
