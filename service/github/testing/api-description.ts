import { readFile } from "node:fs/promises";
import { join } from "node:path";
import Ajv, { type AnySchema, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { z } from "zod";
import { projectRoot } from "@/lib/core/settings/project-root";

const Parameter = z.looseObject({
  name: z.string(),
  in: z.enum(["path", "query", "header"]),
  required: z.boolean().default(false),
  schema: z.unknown(),
});
const Content = z.looseObject({
  schema: z.unknown(),
  examples: z.record(z.string(), z.unknown()).optional(),
});
const ContentByType = z.record(z.string(), Content).optional();
const Operation = z.looseObject({
  parameters: z.array(z.unknown()).default([]),
  requestBody: z.looseObject({ content: ContentByType, required: z.boolean().optional() }).optional(),
  responses: z.record(z.string(), z.unknown()),
});
const Description = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.record(z.string(), z.record(z.string(), z.unknown())),
});
const ResponseObject = z.looseObject({ content: ContentByType });
const Reference = z.looseObject({ $ref: z.string() });
const Example = z.looseObject({ value: z.unknown() });

/** Statuses that every operation can return, although its description doesn't list them. */
const commonErrors: ReadonlySet<number> = new Set([401, 403, 429]);
const schemaId = "github";

/** An operation of GitHub's published OpenAPI description. */
export interface DescribedOperation {
  method: string;
  /** Path with parameters, such as `/repos/{owner}/{repo}`. */
  path: string;
  pattern: RegExp;
  parameterNames: readonly string[];
  /** Returns how a request differs from the description. */
  requestProblems(request: { path: Record<string, string>; query: URLSearchParams; body: unknown }): string[];
  responseProblems(status: number, body: unknown): string[];
  /** The example of a successful response in the description. */
  example(status: number): unknown;
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Loads the excerpt of GitHub's description (scripts/github-description.mjs), and compiles the schemas of the operations of `routes` only. */
export async function loadApiDescription(routes: readonly string[]): Promise<DescribedOperation[]> {
  const file = join(projectRoot, "service/github/testing/github-description.json");
  const { paths, components } = Description.parse(JSON.parse(await readFile(file, "utf8")));
  const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: false, validateSchema: false });
  addFormats(ajv);
  ajv.addFormat("repo.nwo", true);
  ajv.addFormat("timestamp", true);
  ajv.addSchema({ $id: schemaId, components: { schemas: reachableSchemas(routes, paths, components) } });

  const resolve = (value: unknown): unknown => {
    const reference = Reference.safeParse(value);
    if (!reference.success) return value;
    const [, kind = "", name = ""] = /^#\/components\/([^/]+)\/(.+)$/.exec(reference.data.$ref) ?? [];
    return resolve(components[kind]?.[name]);
  };
  const compile = (schema: unknown): ValidateFunction =>
    ajv.compile(
      withNullValues(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', `"${schemaId}#/components/`))),
    );

  return routes.map((route) => {
    const [method = "", path = ""] = route.split(" ");
    const operation = Operation.parse(paths[path]?.[method.toLowerCase()]);
    return describe(method, path, operation, { resolve, compile });
  });
}

const Nullable = z.looseObject({
  nullable: z.literal(true),
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
});

/** Makes nullable schemas accept null where ajv doesn't: enums without null, and schemas without a type. */
function withNullValues(value: unknown): AnySchema {
  return JSON.parse(JSON.stringify(value), (_key, each: unknown) => {
    const { data } = Nullable.safeParse(each);
    if (!data) return each;
    const { nullable, ...schema } = data;
    if (data.type === undefined) return { anyOf: [{ type: "null" }, schema] };
    return data.enum ? { ...schema, nullable, enum: [...data.enum, null] } : each;
  });
}

function reachableSchemas(
  routes: readonly string[],
  paths: Record<string, Record<string, unknown>>,
  components: Record<string, Record<string, unknown>>,
): Record<string, unknown> {
  const found = new Map<string, unknown>([["basic-error", components.schemas?.["basic-error"]]]);
  const visited = new Set<string>();
  const waiting: unknown[] = routes.map((route) => {
    const [method = "", path = ""] = route.split(" ");
    return paths[path]?.[method.toLowerCase()];
  });
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [, kind = "", name = ""] of JSON.stringify(next).matchAll(/"#\/components\/([^/"]+)\/([^"]+)"/g)) {
      if (visited.has(`${kind} ${name}`)) continue;
      visited.add(`${kind} ${name}`);
      const component = components[kind]?.[name];
      if (kind === "schemas") found.set(name, withNullValues(component));
      if (kind !== "examples" && component !== undefined) waiting.push(component);
    }
  }
  return Object.fromEntries(found);
}

function describe(
  method: string,
  path: string,
  { parameters: listed, requestBody, responses }: z.output<typeof Operation>,
  { resolve, compile }: { resolve(value: unknown): unknown; compile(schema: unknown): ValidateFunction },
): DescribedOperation {
  const parameters = listed.map((each) => Parameter.parse(resolve(each)));
  const validators = new Map(parameters.map(({ name, schema }) => [name, compile(schema)]));
  const bodySchema = requestBody?.content?.["application/json"]?.schema;
  const bodyValidator = bodySchema === undefined ? undefined : compile(bodySchema);
  const contentOf = (status: number) =>
    ResponseObject.safeParse(resolve(responses[String(status)])).data?.content?.["application/json"];
  const responseValidators = new Map<number, ValidateFunction>();
  const problemsOf = (validate: ValidateFunction, value: unknown, at: string) =>
    validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${at}${instancePath} ${message}`);

  return {
    method,
    path,
    parameterNames: parameters.filter((each) => each.in === "path").map(({ name }) => name),
    pattern: new RegExp(
      `^${path
        .split(/\{[^}]+\}/)
        .map(escapeText)
        .join("([^/]+)")}$`,
    ),
    requestProblems({ path: values, query, body }) {
      const problems: string[] = [];
      for (const name of query.keys()) {
        if (!parameters.some((each) => each.in === "query" && each.name === name))
          problems.push(`unknown query ${name}`);
      }
      for (const { name, in: place, required } of parameters) {
        const text = place === "path" ? values[name] : place === "query" ? query.get(name) : undefined;
        if (text === undefined || text === null) {
          if (required && place !== "header") problems.push(`missing ${place} ${name}`);
          continue;
        }
        const validate = validators.get(name);
        const readings = /^-?[0-9]+$/.test(text) ? [Number(text), text] : [text];
        if (validate && !readings.some((each) => validate(each))) problems.push(`invalid ${place} ${name}: ${text}`);
      }
      if (bodyValidator) problems.push(...problemsOf(bodyValidator, body, "body"));
      else if (body !== undefined) problems.push("unexpected body");
      return problems;
    },
    responseProblems(status, body) {
      if (status >= 500) return [];
      if (status === 304) return body === undefined ? [] : ["304 has a body"];
      const described = contentOf(status)?.schema;
      const isCommon = described === undefined && commonErrors.has(status);
      if (described === undefined && !isCommon) return [`status ${status} isn't described`];
      let validate = responseValidators.get(status);
      validate ??= compile(described ?? { $ref: "#/components/schemas/basic-error" });
      responseValidators.set(status, validate);
      return problemsOf(validate, body, `${status}`);
    },
    example(status) {
      const [first] = Object.values(contentOf(status)?.examples ?? {});
      return structuredClone(Example.parse(resolve(first)).value);
    },
  };
}
