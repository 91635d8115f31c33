import type { Operation } from "@/lib/contract/operation";
import { describe } from "./describe";
import type { Description, HostingDescription, PathItem } from "./description";

/** Version of the hosting API (contract, part 1). */
const hostingVersion = "v1alpha1";

const pascal = (id: string) => id.charAt(0).toUpperCase() + id.slice(1);

function withoutSecurity(item: PathItem): PathItem {
  return Object.fromEntries(
    Object.entries(item).map(([verb, { security: _security, ...operation }]) => [verb, operation]),
  );
}

/**
 * The hosting API alone, in the form of its contract: OpenAPI 3.2, operation ids in PascalCase, one tag, one bearer scheme for all
 * operations.
 */
export function describeHosting(
  table: readonly Operation[],
  options: { serviceUrl: string; serviceName: string; only?: ReadonlySet<string> },
): HostingDescription {
  const { only } = options;
  const operations = table
    .filter(({ id, family }) => family === "repohost" && (only?.has(id) ?? true))
    .map((operation) => ({ ...operation, id: pascal(operation.id) }));
  const { serviceUrl, serviceName } = options;
  const described: Description = describe(operations, { serviceUrl, serviceName, version: hostingVersion });
  const { paths, components } = described;
  return {
    ...described,
    openapi: "3.2.0",
    info: { ...described.info, title: `${serviceName} repository hosting API`, description: "Repository hosting" },
    security: [{ bearerAuth: [] }],
    paths: Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, withoutSecurity(item)])),
    components: {
      ...components,
      securitySchemes: {
        bearerAuth: {
          type: "http",
          scheme: "bearer",
          description: "An app JWT, an installation access token, or a user's API key",
        },
      },
    },
  };
}
