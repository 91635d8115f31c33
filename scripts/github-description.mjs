// Reduces GitHub's published OpenAPI description to the operations that tests use:
//   npm pack @octokit/openapi && tar -xzf octokit-openapi-*.tgz
//   node scripts/github-description.mjs package/generated/api.github.com.json ["METHOD /path"…]
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./bundle.mjs";

const output = join(root, "service/github/testing/github-description.json");
const [source = "", ...added] = process.argv.slice(2);
const { info, paths, components } = JSON.parse(readFileSync(source, "utf8"));

/** Routes of the present excerpt. */
function presentRoutes() {
  try {
    const { paths: present } = JSON.parse(readFileSync(output, "utf8"));
    return Object.entries(present).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
  } catch {
    return [];
  }
}

const excerpt = { info, paths: {}, components: {} };
const waiting = [{ $ref: "#/components/schemas/basic-error" }];
for (const route of [...presentRoutes(), ...added]) {
  const [method, path] = route.split(" ");
  const operation = paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${route} isn't described`);
  excerpt.paths[path] = { ...excerpt.paths[path], [method.toLowerCase()]: operation };
  waiting.push(operation);
}
for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
  for (const [, kind, name] of JSON.stringify(next).matchAll(/"#\/components\/([^/"]+)\/([^"]+)"/g)) {
    const component = components[kind]?.[name];
    excerpt.components[kind] ??= {};
    if (component === undefined || excerpt.components[kind][name]) continue;
    excerpt.components[kind][name] = component;
    waiting.push(component);
  }
}
writeFileSync(output, `${JSON.stringify(excerpt)}\n`);
