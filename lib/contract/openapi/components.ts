import type { z } from "zod";
import { AgentsErrorBody, PoolsErrorBody, RepohostErrorBody } from "@/lib/contract/errors";
import { ruleParameters, ruleParametersName } from "@/lib/contract/hosting/rulesets/ruleset-rules";
import { webhookPayloads } from "@/lib/contract/hosting/webhooks/webhook-payload";
import type { Family, Operation } from "@/lib/contract/operation";
import type { DescribedResponse, JsonSchema } from "./description";
import { component, componentsOf, jsonSchema } from "./json-schema";

/** Name and error shape of each family in the document. */
export const families = {
  agents: { description: "Agents, runs and their artifacts and usage", name: "Agents", error: AgentsErrorBody },
  pools: { description: "Worker pools and their workers", name: "Pools", error: PoolsErrorBody },
  repohost: { description: "Repository hosting", name: "Repohost", error: RepohostErrorBody },
  admin: { description: "Administration of a self-hosted service", name: "Admin", error: AgentsErrorBody },
  dashboard: { description: "Operations of the dashboard itself", name: "Dashboard", error: AgentsErrorBody },
} as const satisfies Record<Family, { description: string; name: string; error: z.ZodType }>;

/** Bytes of a response that isn't JSON. */
export const bytesSchema = "Bytes";

/** The schema of a stream's event: `streamRunToolCallEvent`. */
export function eventSchemaName(id: string, event: string): string {
  const name = event.replace(/(?:^|_)([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
  return `${id}${name}Event`;
}

const byText = <T>([a]: readonly [string, T], [b]: readonly [string, T]) => (a < b ? -1 : a > b ? 1 : 0);
/** The entries as an object with sorted keys. */
export const sorted = <T>(entries: Iterable<readonly [string, T]>): Record<string, T> =>
  Object.fromEntries([...entries].sort(byText));

/** Statuses without a body. */
export const bodiless = (status: number) => status === 204 || (status >= 300 && status < 400);

/** The schemas of the operations' bodies and of the errors of the families in use. */
export function schemasOf(operations: readonly Operation[], used: readonly Family[]): Record<string, JsonSchema> {
  const found: [string, JsonSchema][] = used.map((family) => {
    const { name, error } = families[family];
    return [`${name}Error`, jsonSchema(error, "output")];
  });
  for (const { id, body, response, success, events = {} } of operations) {
    if (body) found.push([`${id}Request`, jsonSchema(body, "input")]);
    if (!bodiless(success)) found.push([`${id}Response`, jsonSchema(response, "output")]);
    for (const [event, schema] of Object.entries(events)) {
      found.push([eventSchemaName(id, event), jsonSchema(schema, "output")]);
    }
  }
  if (operations.some(({ raw }) => raw)) found.push([bytesSchema, { type: "string", format: "binary" }]);
  if (used.includes("repohost")) {
    for (const { name, schema, events, example } of webhookPayloads) {
      found.push([name, { ...jsonSchema(schema, "output"), "x-repohost-webhook-events": events, example }]);
    }
    for (const [ruleType, schema] of Object.entries(ruleParameters)) {
      found.push([ruleParametersName(ruleType), jsonSchema(schema, "input")]);
    }
  }
  return sorted(found.flatMap(([name, schema]) => componentsOf(schema, name)));
}

export const integerHeader = (description: string) => ({
  description,
  schema: { type: "string", pattern: "^[0-9]+$" } as const,
});

/** The error responses of the families in use. */
export function errorResponses(used: readonly Family[]): Record<string, DescribedResponse> {
  const entries = used.flatMap((family): [string, DescribedResponse][] => {
    const { name } = families[family];
    const content = { "application/json": { schema: component("schemas", `${name}Error`) } };
    const base = { "x-request-id": component("headers", "RequestId") };
    const limit = {
      "retry-after": integerHeader("Seconds until the rate limit resets"),
      "x-ratelimit-limit": integerHeader("Requests allowed per window"),
      "x-ratelimit-remaining": integerHeader("Requests remaining in the window"),
      "x-ratelimit-reset": integerHeader("When the window resets, in Unix seconds"),
    };
    return [
      [`${name}Unauthorized`, { description: "The credential is missing or invalid", headers: base, content }],
      [`${name}RateLimited`, { description: "Too many requests", headers: { ...base, ...limit }, content }],
      [`${name}Error`, { description: "The request was rejected", headers: base, content }],
      [`${name}Failure`, { description: "Internal error, or the service is unavailable", headers: base, content }],
    ];
  });
  return sorted(entries);
}
