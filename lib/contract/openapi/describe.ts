import { z } from "zod";
import { AgentsErrorBody, PoolsErrorBody, RepohostErrorBody } from "@/lib/contract/errors";
import { CommentThread } from "@/lib/contract/hosting/comment";
import { webhookPayloads } from "@/lib/contract/hosting/webhook-payload";
import type { Family, Method, Operation } from "@/lib/contract/operation";
import { compilePath } from "@/lib/contract/path";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
  /** The value may hold slashes, written as they are: it is the rest of the path. */
  "x-slipway-rest"?: true;
}

interface Reference {
  $ref: string;
}

/** How the hosting API names what a caller may present. */
export type TokenType = "app" | "installation" | "user";

/** Media type to schema; every body's schema is a component. */
export type Content = Readonly<Record<string, { schema: Reference }>>;

export interface DescribedResponse {
  description: string;
  headers?: Readonly<Record<string, Reference | { description: string; schema: JsonSchema }>>;
  content?: Content;
}

export interface DescribedOperation {
  operationId: string;
  summary: string;
  tags: readonly Family[];
  security: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Readonly<Record<string, DescribedResponse | Reference>>;
  "x-repohost-scopes"?: { scopes: readonly string[]; tokenTypes: readonly TokenType[]; ambient?: true };
  "x-svc-visibility"?: "PREVIEW";
  "x-slipway-credentials": readonly string[];
  "x-slipway-scopes"?: readonly string[];
  "x-slipway-points"?: number;
}

export type Verb = Lowercase<Method>;
export type PathItem = Partial<Record<Verb, DescribedOperation>>;

export interface Description {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: readonly { url: string }[];
  tags: readonly { name: Family; description: string }[];
  paths: Readonly<Record<string, PathItem>>;
  components: {
    schemas: Readonly<Record<string, JsonSchema>>;
    responses: Readonly<Record<string, DescribedResponse>>;
    headers: Readonly<Record<string, { description: string; schema: JsonSchema }>>;
    securitySchemes: Readonly<Record<string, { type: "http"; scheme: string; description: string }>>;
  };
}

const families = {
  agents: { description: "Agents, their runs and what belongs to them", name: "Agents", error: AgentsErrorBody },
  pools: { description: "Pools and the workers in them", name: "Pools", error: PoolsErrorBody },
  repohost: { description: "Hosting of repositories", name: "Repohost", error: RepohostErrorBody },
  admin: { description: "Acts only a service of one's own offers", name: "Admin", error: AgentsErrorBody },
  dashboard: { description: "The dashboard's own", name: "Dashboard", error: AgentsErrorBody },
} as const satisfies Record<Family, { description: string; name: string; error: z.ZodType }>;

const familyNames = ["agents", "pools", "repohost", "admin", "dashboard"] as const satisfies readonly Family[];
const verbs = { GET: "get", PUT: "put", POST: "post", DELETE: "delete", PATCH: "patch" } as const satisfies Record<
  Method,
  Verb
>;

const byText = <T>([a]: readonly [string, T], [b]: readonly [string, T]) => (a < b ? -1 : a > b ? 1 : 0);
const sorted = <T>(entries: Iterable<readonly [string, T]>): Record<string, T> =>
  Object.fromEntries([...entries].sort(byText));

/** JSON Schema has no flags: a pattern that ignores case would refuse what the service takes. */
function dropFlaggedPatterns({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
  const checks = zodSchema._zod.def.checks?.map(({ _zod }) => _zod.def) ?? [];
  if (!checks.some((def) => "pattern" in def && def.pattern instanceof RegExp && def.pattern.ignoreCase)) return;
  delete jsonSchema.pattern;
  delete jsonSchema.allOf;
}

/** Schemas the specification gives a name, beside what is said of schemas where they are defined. */
class NamedSchemas extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get<S extends z.core.$ZodType>(schema: S) {
    return super.get(schema) ?? z.globalRegistry.get(schema);
  }
}

const namedSchemas = new NamedSchemas();
namedSchemas.add(CommentThread, { id: "CommentThread" });

/** A zod schema as JSON Schema. What JSON Schema can't say (refinements, transforms, flags) is left open. */
function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: dropFlaggedPatterns,
    metadata: namedSchemas,
  });
  return rest;
}

const component = (kind: "schemas" | "responses" | "headers", name: string): Reference => ({
  $ref: `#/components/${kind}/${name}`,
});

const local = "#/$defs/";

/**
 * A schema as components of the document: itself, and each that has a name of its own. Other references, of recursive
 * schemas, start at its own root.
 */
function componentsOf(schema: JsonSchema, name: string): [string, JsonSchema][] {
  const { $defs = {}, ...rest } = schema;
  const names = new Set(Object.keys($defs).filter((id) => !id.startsWith("__")));
  const { $ref: root } = component("schemas", name);
  const placed = (given: unknown): JsonSchema =>
    JSON.parse(JSON.stringify(given), (key, value: unknown) => {
      if (key !== "$ref" || typeof value !== "string" || !value.startsWith("#")) return value;
      const isNamed = value.startsWith(local) && names.has(value.slice(local.length));
      return isNamed ? component("schemas", value.slice(local.length)).$ref : root + value.slice(1);
    });
  const unnamed = Object.entries($defs).filter(([id]) => !names.has(id));
  const own = unnamed.length > 0 ? { ...rest, $defs: Object.fromEntries(unnamed) } : rest;
  return [[name, placed(own)], ...[...names].map((id): [string, JsonSchema] => [id, placed($defs[id])])];
}

function templateOf(path: string): { template: string; params: { name: string; rest: boolean }[] } {
  const { segments } = compilePath(path);
  const parts = segments.map((segment) => {
    if (segment.kind === "literal") return segment.text;
    return segment.kind === "rest" ? `{${segment.name}}` : `{${segment.name}}${segment.verb}`;
  });
  const params = segments.flatMap((segment) =>
    segment.kind === "literal" ? [] : [{ name: segment.name, rest: segment.kind === "rest" }],
  );
  return { template: `/${parts.join("/")}`, params };
}

function propertiesOf(schema: JsonSchema): Map<string, { schema: JsonSchema; required: boolean }> {
  const required = new Set(schema.required);
  return new Map(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [
      name,
      { schema: typeof property === "object" ? property : {}, required: required.has(name) },
    ]),
  );
}

function parameter(
  name: string,
  place: Parameter["in"],
  found: { schema: JsonSchema; required: boolean } | undefined,
  rest = false,
): Parameter {
  const { description, ...schema } = found?.schema ?? { type: "string" };
  return {
    name,
    in: place,
    required: place === "path" || (found?.required ?? false),
    ...(description === undefined ? {} : { description }),
    schema,
    ...(rest ? { "x-slipway-rest": true } : {}),
  };
}

function parametersOf(operation: Operation, params: readonly { name: string; rest: boolean }[]): Parameter[] {
  const inPath = propertiesOf(jsonSchema(operation.pathParams, "input"));
  const inQuery = propertiesOf(jsonSchema(operation.query, "input"));
  const resume = {
    schema: { type: "string", description: "Id of the last event that was read; the stream goes on behind it" },
    required: false,
  } as const;
  return [
    ...params.map(({ name, rest }) => parameter(name, "path", inPath.get(name), rest)),
    ...[...inQuery].map(([name, found]) => parameter(name, "query", found)),
    ...(operation.stream ? [parameter("Last-Event-ID", "header", resume)] : []),
  ];
}

/** Statuses that never carry a body. */
const bodiless = (status: number) => status === 204 || (status >= 300 && status < 400);

function successOf(operation: Operation, status: number): DescribedResponse {
  const headers = { "x-request-id": component("headers", "RequestId") };
  if (bodiless(status)) return { description: operation.summary, headers };
  const type = operation.mediaType ?? (operation.stream ? "text/event-stream" : "application/json");
  const schema = component("schemas", `${operation.id}Response`);
  return { description: operation.summary, headers, content: { [type]: { schema } } };
}

/** A service account and an app that acts for a member pass for users. */
function tokenTypes({ credentials }: Operation): TokenType[] {
  const types = credentials.map((kind): TokenType => (kind === "app" || kind === "installation" ? kind : "user"));
  return [...new Set(types)].sort();
}

/** What the hosting API publishes of an operation beyond OpenAPI. */
function repohostExtensions(operation: Operation): Partial<DescribedOperation> {
  if (operation.family !== "repohost") return {};
  return {
    "x-repohost-scopes": {
      scopes: operation.scopes,
      tokenTypes: tokenTypes(operation),
      ...(operation.ambient ? { ambient: true } : {}),
    },
    ...(operation.preview ? { "x-svc-visibility": "PREVIEW" } : {}),
  };
}

/** The refusals of an operation: the hosting API names each status, the others the class. */
function refusalsOf({ family, conflicts }: Operation, takesParameters: boolean): DescribedOperation["responses"] {
  const { name } = families[family];
  const refused = component("responses", `${name}Refusal`);
  const named = ["400", "403", ...(takesParameters ? ["404"] : []), ...(conflicts ? ["409"] : [])];
  return {
    ...(family === "repohost" ? Object.fromEntries(named.map((status) => [status, refused])) : { "4XX": refused }),
    "401": component("responses", `${name}Unauthorized`),
    "429": component("responses", `${name}RateLimited`),
    "5XX": component("responses", `${name}Failure`),
  };
}

function describeOperation(
  operation: Operation,
  operationId: string,
  params: readonly { name: string; rest: boolean }[],
): DescribedOperation {
  const parameters = parametersOf(operation, params);
  return {
    operationId,
    summary: operation.summary,
    tags: [operation.family],
    security: [{ bearer: [] }, { basic: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body
      ? {
          requestBody: {
            required: true,
            content: { "application/json": { schema: component("schemas", `${operation.id}Request`) } },
          },
        }
      : {}),
    responses: {
      ...Object.fromEntries(
        [operation.success, ...operation.otherSuccess].map((status) => [status, successOf(operation, status)]),
      ),
      ...refusalsOf(operation, params.length > 0),
    },
    ...repohostExtensions(operation),
    "x-slipway-credentials": operation.credentials,
    ...(operation.scopes.length > 0 ? { "x-slipway-scopes": operation.scopes } : {}),
    ...(operation.family === "repohost" ? { "x-slipway-points": operation.points } : {}),
  };
}

function schemasOf(operations: readonly Operation[], used: readonly Family[]): Record<string, JsonSchema> {
  const found: [string, JsonSchema][] = used.map((family) => {
    const { name, error } = families[family];
    return [`${name}Error`, jsonSchema(error, "output")];
  });
  for (const { id, body, response, success } of operations) {
    if (body) found.push([`${id}Request`, jsonSchema(body, "input")]);
    if (!bodiless(success)) found.push([`${id}Response`, jsonSchema(response, "output")]);
  }
  if (used.includes("repohost")) {
    for (const { name, schema, events, example } of webhookPayloads) {
      found.push([name, { ...jsonSchema(schema, "output"), "x-repohost-webhook-events": events, example }]);
    }
  }
  return sorted(found.flatMap(([name, schema]) => componentsOf(schema, name)));
}

const text = (description: string) => ({ description, schema: { type: "string" } as const });
const seconds = (description: string) => ({ description, schema: { type: "string", pattern: "^[0-9]+$" } as const });

function errorResponses(used: readonly Family[]): Record<string, DescribedResponse> {
  const entries = used.flatMap((family): [string, DescribedResponse][] => {
    const { name } = families[family];
    const content = { "application/json": { schema: component("schemas", `${name}Error`) } };
    const base = { "x-request-id": component("headers", "RequestId") };
    const limit = {
      "retry-after": seconds("Seconds until the window ends"),
      "x-ratelimit-limit": seconds("Requests a window allows"),
      "x-ratelimit-remaining": seconds("Requests that are left"),
      "x-ratelimit-reset": seconds("When the window ends, in Unix seconds"),
    };
    return [
      [`${name}Unauthorized`, { description: "The credential is missing or invalid", headers: base, content }],
      [`${name}RateLimited`, { description: "Too many requests", headers: { ...base, ...limit }, content }],
      [`${name}Refusal`, { description: "The request is refused", headers: base, content }],
      [`${name}Failure`, { description: "The service failed to answer", headers: base, content }],
    ];
  });
  return sorted(entries);
}

/**
 * The contract table as an OpenAPI 3.1 document. The same table makes the same text: paths and components are sorted.
 * `only` names the operations a service implements; without it every operation is described.
 */
export function describe(
  table: readonly Operation[],
  given: { serviceUrl: string; serviceName: string; version: string; only?: ReadonlySet<string> },
): Description {
  const { serviceUrl, serviceName, version, only } = given;
  const operations = only ? table.filter(({ id }) => only.has(id)) : table;
  const used = familyNames.filter((family) => operations.some((operation) => operation.family === family));
  const paths = new Map<string, [Verb, DescribedOperation][]>();
  for (const operation of operations) {
    for (const [index, path] of [operation.path, ...operation.alternates].entries()) {
      const { template, params } = templateOf(path);
      const id = index === 0 ? operation.id : `${operation.id}_${index + 1}`;
      const item = paths.get(template) ?? [];
      item.push([verbs[operation.method], describeOperation(operation, id, params)]);
      paths.set(template, item);
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: `${serviceName} API`,
      version,
      description: "Cloud agents and hosting of the repositories they work in",
    },
    servers: [{ url: serviceUrl }],
    tags: used.map((name) => ({ name, description: families[name].description })),
    paths: sorted([...paths].map(([template, item]) => [template, sorted(item)] as const)),
    components: {
      schemas: schemasOf(operations, used),
      responses: errorResponses(used),
      headers: { RequestId: text("Id of the request: the caller's own where it sent one") },
      securitySchemes: {
        basic: { type: "http", scheme: "basic", description: "The key as user name, with an empty password" },
        bearer: { type: "http", scheme: "bearer", description: "The key as bearer token" },
      },
    },
  };
}
