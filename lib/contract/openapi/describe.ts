import type { Family, Method, Operation } from "@/lib/contract/operation";
import { errorResponses, families, schemasOf, sorted } from "./components";
import { describeOperation, templateOf } from "./describe-operation";
import type { Audience, DescribedOperation, Description, Verb } from "./description";

const familyNames = ["agents", "pools", "repohost", "admin", "dashboard"] as const satisfies readonly Family[];
const verbs = { GET: "get", PUT: "put", POST: "post", DELETE: "delete", PATCH: "patch" } as const satisfies Record<
  Method,
  Verb
>;

const securitySchemes = {
  service: {
    basic: { type: "http", scheme: "basic", description: "API key as the username, with an empty password" },
    bearer: { type: "http", scheme: "bearer", description: "API key as a bearer token" },
  },
  dashboard: { bearer: { type: "http", scheme: "bearer", description: "API token from Settings → API tokens" } },
} as const satisfies Record<Audience, Description["components"]["securitySchemes"]>;

/** An operation as API tokens of the dashboard can call it: its proxy requests JSON, and drops headers of the service. */
function throughProxy(operation: Operation): Operation[] {
  return operation.sessionOnly ? [] : [{ ...operation, raw: undefined, numberHeaders: undefined }];
}

/**
 * The contract table as an OpenAPI 3.1 document. The output is deterministic: paths and components are sorted.
 * `only` names the operations a service implements; without it every operation is described. For the dashboard, these are the
 * operations that API tokens can call, and `serviceUrl` is the URL of its API.
 */
export function describe(
  table: readonly Operation[],
  options: {
    serviceUrl: string;
    serviceName: string;
    version: string;
    only?: ReadonlySet<string>;
    audience?: Audience;
  },
): Description {
  const { serviceUrl, serviceName, version, only, audience = "service" } = options;
  const implemented = table.filter(({ id }) => only?.has(id) ?? true);
  const operations = audience === "service" ? implemented : implemented.flatMap(throughProxy);
  const used = familyNames.filter((family) => operations.some((operation) => operation.family === family));
  const paths = new Map<string, [Verb, DescribedOperation][]>();
  for (const operation of operations) {
    for (const [index, path] of [operation.path, ...operation.alternates].entries()) {
      const { template, params } = templateOf(path);
      const id = index === 0 ? operation.id : `${operation.id}_${index + 1}`;
      const item = paths.get(template) ?? [];
      item.push([verbs[operation.method], describeOperation(operation, id, params, { audience, serviceName })]);
      paths.set(template, item);
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: `${serviceName} API`,
      version,
      description: "Cloud agents and the repositories they work on",
    },
    servers: [{ url: serviceUrl }],
    tags: used.map((name) => ({ name, description: families[name].description })),
    paths: sorted([...paths].map(([template, item]) => [template, sorted(item)] as const)),
    components: {
      schemas: schemasOf(operations, used),
      responses: errorResponses(used),
      headers: {
        RequestId: { description: "Request ID, echoed from the request when it sent one", schema: { type: "string" } },
      },
      securitySchemes: securitySchemes[audience],
    },
  };
}
