import type { Capability } from "@/lib/contract/dashboard/get-key-capabilities";

interface CapabilityLabel {
  title: string;
  /** The screens that are dark without it. */
  screens: string;
  /** Which of the keys it takes. */
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
  models: { title: "Read the model catalogue", screens: "Models, the choice of a model in New agent", key: userKey },
  usage: { title: "Read token usage", screens: "Usage, the usage of an agent", key: userKey },
  pools: { title: "Read and register pools", screens: "Pools", key: poolsKey },
  workers: { title: "Read workers", screens: "Workers, a pool's page, Worker tokens", key: poolsKey },
  queue: { title: "Read and claim waiting requests", screens: "Queue, the queue of a pool", key: poolsKey },
  repositories: {
    title: "Read hosted repositories",
    screens: "Repositories, Pull requests, Environments",
    key: hostingKey,
  },
  acting: {
    title: "Act under people's own names",
    screens: "reviews, comments and merges in Pull requests, which else carry the key's name",
    key: "The dashboard's app",
  },
  grants: {
    title: "Read and change who holds which rights",
    screens: "Access, SSH, Access in a repository's settings",
    key: hostingKey,
  },
  apps: { title: "Read and change apps", screens: "Apps", key: hostingKey },
  hostingAdmin: {
    title: "Administer hosting",
    screens:
      "Installations, installing apps, the lists of signing keys and of whom a grant may be for, a mirror's source",
    key: "Admin key of the embedded service",
  },
};
