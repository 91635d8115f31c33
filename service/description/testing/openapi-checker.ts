import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import type {
  DescribedOperation,
  DescribedResponse,
  Description,
  JsonSchema,
} from "@/lib/contract/openapi/description";

/** A request and its response. */
export interface Exchange {
  operationId: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** The JSON request body, if any. */
  sent: unknown;
  status: number;
  headers: Headers;
  body: unknown;
}

interface Found {
  method: string;
  template: string;
  operation: DescribedOperation;
}

/** Makes a schema strict: disallows the unknown fields and enum values it permits for newer service versions. */
function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict);
  if (typeof value !== "object" || value === null) return value;
  const schema: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, strict(part)]),
  );
  if ("properties" in schema && JSON.stringify(schema.additionalProperties) === "{}") {
    schema.additionalProperties = false;
  }
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const [known, open, ...others] = anyOf;
  const isOpenEnum = others.length === 0 && "enum" in Object(known) && JSON.stringify(open) === '{"type":"string"}';
  return isOpenEnum ? { ...rest, ...known } : schema;
}

/** Checks requests and responses against a published OpenAPI description. */
export function createOpenApiChecker(document: Description) {
  const loose = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  const exact = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  // Paths and queries carry text: "5" is an integer there.
  const textual = new Ajv2020({ strict: false, allErrors: true, validateFormats: true, coerceTypes: true });
  for (const ajv of [loose, exact, textual]) addFormats(ajv);
  loose.addSchema({ $id: "described", components: document.components });
  exact.addSchema({ $id: "described", components: strict(document.components) });

  const operations = new Map<string, Found>();
  for (const [template, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      operations.set(operation.operationId, { method: method.toUpperCase(), template, operation });
    }
  }

  const check = (validate: ValidateFunction, value: unknown, what: string): string[] =>
    validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${what}${instancePath} ${message}`);
  function byReference(ajv: Ajv2020, { $ref }: { $ref: string }): ValidateFunction {
    const validate = ajv.getSchema(`described${$ref}`);
    if (!validate) throw new Error(`${$ref} is not described`);
    return validate;
  }
  const bySchema = (schema: JsonSchema) => textual.compile(schema);

  function find(operationId: string): Found {
    const found = operations.get(operationId);
    if (!found) throw new Error(`${operationId} is not described`);
    return found;
  }

  function responseOf({ responses }: DescribedOperation, status: number): DescribedResponse | undefined {
    const found = responses[String(status)] ?? responses[`${Math.floor(status / 100)}XX`];
    if (found === undefined || !("$ref" in found)) return found;
    return document.components.responses[found.$ref.split("/").at(-1) ?? ""];
  }

  function requestProblems({ operation }: Found, { params, query, sent }: Exchange): string[] {
    const values = { path: params, query, header: {} };
    const problems = (operation.parameters ?? []).flatMap(({ name, in: location, required, schema }) => {
      const value: string | undefined = Object.entries(values[location]).find(([key]) => key === name)?.[1];
      if (value === undefined) return required ? [`${location} parameter ${name} is missing`] : [];
      return check(bySchema(schema), value, `${location} parameter ${name}`);
    });
    const known = new Set(operation.parameters?.map(({ name }) => name));
    problems.push(
      ...Object.keys(query).flatMap((name) => (known.has(name) ? [] : [`query parameter ${name} is unknown`])),
    );
    const media = operation.requestBody?.content["application/json"];
    if (media) problems.push(...check(byReference(loose, media.schema), sent, "request"));
    return problems;
  }

  function responseProblems({ operation }: Found, { status, headers, body }: Exchange): string[] {
    const response = responseOf(operation, status);
    if (!response) return [`status ${status} is not described`];
    const problems = Object.keys(response.headers ?? {}).flatMap((name) =>
      headers.has(name) ? [] : [`header ${name} is missing`],
    );
    const type = headers.get("content-type") ?? "";
    const media = response.content?.[type];
    if (!media)
      return response.content || type ? [...problems, `content type ${type || "none"} is not described`] : problems;
    return [...problems, ...check(byReference(status < 300 ? exact : loose, media.schema), body, "response")];
  }

  return {
    operationIds: [...operations.keys()].sort(),
    /** Method and path of a request, derived from the description. */
    address(operationId: string, params: Exchange["params"], query: Exchange["query"]) {
      const { method, template, operation } = find(operationId);
      const path = template.replace(/\{([^}]+)\}/g, (_whole, name: string) => {
        const parameter = operation.parameters?.find((each) => each.in === "path" && each.name === name);
        const parts = parameter?.["x-slipway-rest"] ? (params[name] ?? "").split("/") : [params[name] ?? ""];
        return parts.map(encodeURIComponent).join("/");
      });
      const search = new URLSearchParams(query).toString();
      return { method, path: search ? `${path}?${search}` : path };
    },
    /** Deviations from the description. Requests are only checked if they succeeded. */
    problems(exchange: Exchange): string[] {
      const found = find(exchange.operationId);
      const accepted = exchange.status < 300;
      return [...(accepted ? requestProblems(found, exchange) : []), ...responseProblems(found, exchange)];
    },
  };
}
