import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

const Requirements = z.array(z.unknown());
const Policy = z.object({
  default: Requirements,
  transports: z.record(z.string(), z.record(z.string(), Requirements)).default({}),
});

const accepted = [{ type: "insecureAcceptAnything" }];

/** Places of podman's own policy, in its order. It doesn't read `XDG_CONFIG_HOME` for this. */
const policyFiles = () => [join(homedir(), ".config/containers/policy.json"), "/etc/containers/policy.json"];

/**
 * A policy (containers-policy.json) that accepts images of registries, as far as podman's own policy does, and images in
 * podman's storage. `FROM docker-archive:/path` and the like would read files of this machine. Throws for a malformed policy.
 */
export function registriesOnly(own: string | undefined): string {
  const { default: requirements, transports } = Policy.parse(
    own === undefined ? { default: accepted } : JSON.parse(own),
  );
  return JSON.stringify({
    default: [{ type: "reject" }],
    transports: {
      docker: { "": requirements, ...transports.docker },
      "containers-storage": { "": accepted, ...transports["containers-storage"] },
    },
  });
}

/** Podman's own policy, if it has one. */
export async function podmanPolicy(): Promise<string | undefined> {
  for (const file of policyFiles()) {
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text !== undefined) return text;
  }
  return undefined;
}
