import type { LaunchFields, LaunchRepository } from "@/lib/contract/dashboard/launch-fields";

/** The repository rows of a launch form that aren't empty. */
export function filledRepositories(fields: Pick<LaunchFields, "repositories">): readonly LaunchRepository[] {
  return fields.repositories.filter(({ url, startingRef, prUrl }) => url || startingRef.trim() || prUrl.trim());
}
