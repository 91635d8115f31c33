import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { registryReference } from "./image-reference";

const digest = `sha256:${"0a".repeat(32)}`;

describe("a reference of an image", () => {
  it.each([
    ["node", "docker.io/library/node:latest"],
    ["node:22-slim", "docker.io/library/node:22-slim"],
    ["docker.io/node", "docker.io/library/node:latest"],
    ["containers-storage:node", "docker.io/library/containers-storage:node"],
    ["team/tool:1", "docker.io/team/tool:1"],
    ["ghcr.io/a/b/c_d--e.f:V1", "ghcr.io/a/b/c_d--e.f:V1"],
    ["localhost/built:1", "localhost/built:1"],
    ["registry.example.test:5000/tool", "registry.example.test:5000/tool:latest"],
    [`node@${digest}`, `docker.io/library/node@${digest}`],
    [`node:22@${digest}`, `docker.io/library/node@${digest}`],
  ])("%s is %s", (given, full) => expect(registryReference(given)).toBe(full));

  it.each([
    "docker-archive:/etc/passwd",
    "docker-archive:relative/path",
    "oci:/srv/images",
    "oci-archive:/srv/image.tar:tag",
    "dir:/srv",
    "docker-daemon:node:22",
    "./node",
    "docker://node",
    "--privileged",
    "-v",
    "/etc/passwd",
    "../../etc",
    "Node",
    "node:",
    "node@sha256:0a",
    "node:22:23",
    "a//b",
    "a b",
    "node\n--privileged",
    "",
    "a".repeat(600),
  ])("%s isn't one of a registry", (given) => expect(registryReference(given)).toBeUndefined());

  it("names a registry and a path without a leading dash or slash, and stays the same in full", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab1/:@.-_ A") }), (text) => {
        const full = registryReference(text);
        if (full === undefined) return;
        expect(full).toMatch(/^[a-zA-Z0-9.-]+(?::\d+)?(?:\/[a-z0-9][a-z0-9._-]*)+[:@]\S+$/);
        expect(registryReference(full)).toBe(full);
      }),
    );
  });
});
