import type { Operation } from "@/lib/contract/operation";
import { compilePath } from "@/lib/contract/path";
import { bodiless, bytesSchema, eventSchemaName, families, integerHeader } from "./components";
import type { Audience, DescribedOperation, DescribedResponse, JsonSchema, Parameter, TokenType } from "./description";
import { component, jsonSchema } from "./json-schema";

/** A path pattern as OpenAPI's path template, and its parameters; `rest` marks one that may span segments. */
export function templateOf(path: string): { template: string; params: { name: string; rest: boolean }[] } {
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
  location: Parameter["in"],
  found: { schema: JsonSchema; required: boolean } | undefined,
  rest = false,
): Parameter {
  const { description, ...schema } = found?.schema ?? { type: "string" };
  return {
    name,
    in: location,
    required: location === "path" || (found?.required ?? false),
    ...(description === undefined ? {} : { description }),
    schema,
    ...(rest ? { "x-slipway-rest": true } : {}),
  };
}

function parametersOf(operation: Operation, params: readonly { name: string; rest: boolean }[]): Parameter[] {
  const inPath = propertiesOf(jsonSchema(operation.pathParams, "input"));
  const inQuery = propertiesOf(jsonSchema(operation.query, "input"));
  const resume = {
    schema: { type: "string", description: "ID of the last event received; the stream resumes after it" },
    required: false,
  } as const;
  return [
    ...params.map(({ name, rest }) => parameter(name, "path", inPath.get(name), rest)),
    ...[...inQuery].map(([name, found]) => parameter(name, "query", found)),
    ...(operation.stream ? [parameter("Last-Event-ID", "header", resume)] : []),
  ];
}

function successOf(operation: Operation, status: number, serviceName: string): DescribedResponse {
  const { id, summary, raw, numberHeaders } = operation;
  const numbers = Object.entries(numberHeaders?.(serviceName) ?? {});
  const headers = {
    "x-request-id": component("headers", "RequestId"),
    ...Object.fromEntries(numbers.map(([name, meaning]) => [name.toLowerCase(), integerHeader(meaning)])),
  };
  if (bodiless(status)) return { description: summary, headers };
  const type = operation.mediaType ?? (operation.stream ? "text/event-stream" : "application/json");
  const content = { [type]: { schema: component("schemas", `${id}Response`) } };
  if (!raw) return { description: summary, headers, content };
  return {
    description: `${summary}: as bytes if the request accepts ${raw.accept}`,
    headers,
    content: { ...content, [raw.type]: { schema: component("schemas", bytesSchema) } },
  };
}

/** What JSON Schema and OpenAPI 3.1 can't describe: the events of a stream, and the size of a body. */
function limitsAndEvents({ id, events, body, bodyBytes }: Operation): Partial<DescribedOperation> {
  const payloads = Object.keys(events ?? {}).map((event) => [event, component("schemas", eventSchemaName(id, event))]);
  return {
    ...(events ? { "x-slipway-events": Object.fromEntries(payloads) } : {}),
    ...(body ? { "x-slipway-body-bytes": bodyBytes } : {}),
  };
}

/** A service account and an app acting for a member count as users. */
function tokenTypes({ credentials }: Operation): TokenType[] {
  const types = credentials.map((kind): TokenType => (kind === "app" || kind === "installation" ? kind : "user"));
  return [...new Set(types)].sort();
}

/** OpenAPI extensions the hosting API publishes. */
function repohostExtensions(operation: Operation, serviceName: string): Partial<DescribedOperation> {
  if (operation.family !== "repohost") return {};
  return {
    "x-repohost-scopes": {
      scopes: operation.scopes,
      tokenTypes: tokenTypes(operation),
      ...(operation.ambient ? { ambient: true } : {}),
    },
    ...(operation.preview ? { [`x-${serviceName}-visibility`]: "PREVIEW" as const } : {}),
  };
}

/** An operation's error responses: the hosting API lists each status, the others use the class. */
function describeErrors({ family, conflicts }: Operation, takesParameters: boolean): DescribedOperation["responses"] {
  const { name } = families[family];
  const errorResponse = component("responses", `${name}Error`);
  const named = ["400", "403", ...(takesParameters ? ["404"] : []), ...(conflicts ? ["409"] : [])];
  return {
    ...(family === "repohost"
      ? Object.fromEntries(named.map((status) => [status, errorResponse]))
      : { "4XX": errorResponse }),
    "401": component("responses", `${name}Unauthorized`),
    "429": component("responses", `${name}RateLimited`),
    "5XX": component("responses", `${name}Failure`),
  };
}

/** How the operation is authorized: by credentials and scopes of the service, or by the role of the dashboard's user. */
function accessOf(operation: Operation, audience: Audience, serviceName: string): Partial<DescribedOperation> {
  if (audience === "dashboard") return { "x-slipway-role": operation.role };
  return {
    ...repohostExtensions(operation, serviceName),
    "x-slipway-credentials": operation.credentials,
    ...(operation.scopes.length > 0 ? { "x-slipway-scopes": operation.scopes } : {}),
    ...(operation.family === "repohost" ? { "x-slipway-points": operation.points } : {}),
  };
}

/** Describes an operation at one of its paths; `params` are that path's parameters. */
export function describeOperation(
  operation: Operation,
  operationId: string,
  params: readonly { name: string; rest: boolean }[],
  { audience, serviceName }: { audience: Audience; serviceName: string },
): DescribedOperation {
  const parameters = parametersOf(operation, params);
  return {
    operationId,
    summary: operation.summary,
    tags: [operation.family],
    security: audience === "dashboard" ? [{ bearer: [] }] : [{ bearer: [] }, { basic: [] }],
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
        [operation.success, ...operation.otherSuccess].map((status) => [
          status,
          successOf(operation, status, serviceName),
        ]),
      ),
      ...describeErrors(operation, params.length > 0),
    },
    ...limitsAndEvents(operation),
    ...accessOf(operation, audience, serviceName),
  };
}
