import { z } from "zod";

/** What viewers are told of an event: which of the things they look at are no longer as they were. */
export const HostingChange = z.object({
  /** `apps`: an installation changed; it is about no repository in particular. */
  what: z.enum(["pull", "checks", "repository", "apps"]),
  repository: z.object({ id: z.string(), owner: z.string(), name: z.string() }).optional(),
  /** Numbers of pull requests; absent: any of the repository. */
  pulls: z.array(z.string()).optional(),
  /** The commit checks are about. */
  sha: z.string().optional(),
});
export type HostingChange = z.infer<typeof HostingChange>;

const Repository = z
  .looseObject({ id: z.string(), name: z.string(), owner: z.looseObject({ slug: z.string() }) })
  .transform(({ id, name, owner }) => ({ id, name, owner: owner.slug }));

const InPull = z.looseObject({
  pullRequest: z.looseObject({ number: z.string(), repository: Repository.optional() }),
  repository: Repository.optional(),
});
const OfCheck = z.looseObject({ repository: Repository, checkRun: z.looseObject({ sha: z.string() }) });
const OfRepository = z.looseObject({ repository: Repository });

/** Reads what an event says has changed. `undefined`: nothing anybody looks at, or a form that is not known. */
export function changeOf(type: string, payload: unknown): HostingChange | undefined {
  if (type.startsWith("installation.")) return { what: "apps" };
  if (type.startsWith("repository.check_run.")) {
    // No pull request stands in these: that is for whoever asks the service for those of the commit.
    const read = OfCheck.safeParse(payload).data;
    return read && { what: "checks", repository: read.repository, sha: read.checkRun.sha };
  }
  if (type.startsWith("repository.")) {
    const read = OfRepository.safeParse(payload).data;
    return read && { what: "repository", repository: read.repository };
  }
  if (!type.startsWith("pull_request.")) return undefined;
  const read = InPull.safeParse(payload).data;
  const repository = read?.repository ?? read?.pullRequest.repository;
  return read && repository && { what: "pull", repository, pulls: [read.pullRequest.number] };
}
