"use client";

import { useQuery } from "@tanstack/react-query";
import { knownWorkersQuery } from "./worker-queries";

/**
 * Returns a worker's name, with its id if another worker has the same one: by default, workers are named after their machine.
 * Until the name is known, and for a worker that wasn't seen in the last 30 days, returns the id.
 */
export function useWorkerName(id: string | undefined): string | undefined {
  const { data } = useQuery({ ...knownWorkersQuery, enabled: id !== undefined });
  const known = data?.workers.map(({ worker }) => worker) ?? [];
  const name = known.find(({ workerId }) => workerId === id)?.name;
  if (!name || name === id) return id;
  return known.some((other) => other.workerId !== id && other.name === name) ? `${name} (${id})` : name;
}
