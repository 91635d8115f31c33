import type { Capability } from "@/lib/contract/dashboard/keys/get-key-capabilities";

interface CapabilityLabel {
  title: string;
  /** The features that require it. */
  screens: string;
  /** The key it uses. */
  key: string;
}

const userKey = "User key";
const hostingKey = "User key, or REPOHOST_TOKEN";
const poolsKey = "Service-account key";

export const capabilityLabels: Readonly<Record<Capability["id"], CapabilityLabel>> = {
  agents: {
    title: "Launch and read agents",
    screens: "Overview, Agents, New agent, transcripts, Artifacts",
    key: userKey,
  },
  models: { title: "Read the model catalog", screens: "Models, model selection in New agent", key: userKey },
  usage: { title: "Read token usage", screens: "Usage, token usage of agents", key: userKey },
  pools: { title: "Read and register pools", screens: "Capacity", key: poolsKey },
  workers: { title: "Read workers", screens: "Capacity, worker pages, Worker tokens", key: poolsKey },
  queue: { title: "Read and claim queued agents", screens: "Capacity, pool pages", key: poolsKey },
  repositories: {
    title: "Read hosted repositories",
    screens: "Repositories, Pull requests, Environments",
    key: hostingKey,
  },
  acting: {
    title: "Act on behalf of users",
    screens: "Reviews, comments, and merges under the user's name instead of the key's",
    key: "The dashboard's app",
  },
  grants: {
    title: "Read and change access",
    screens: "Access, SSH, repository access settings",
    key: hostingKey,
  },
  apps: { title: "Read and change apps", screens: "Apps", key: hostingKey },
  hostingAdmin: {
    title: "Administer hosting",
    screens: "Installations, installing apps, lists of signing keys and grantees, mirror sources",
    key: "Admin key of the embedded service",
  },
};
