import { z } from "zod";

/** A change sent to viewers, so that they refetch affected data. */
export const HostingChange = z.object({
  /** `apps`: an installation changed, in no particular repository. `github`: a pull request on GitHub. */
  what: z.enum(["pull", "checks", "repository", "apps", "github"]),
  repository: z.object({ id: z.string(), owner: z.string(), name: z.string() }).optional(),
  /** Numbers of the changed pull requests. Missing: any of the repository. */
  pulls: z.array(z.string()).optional(),
  /** The commit of changed checks. */
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

/** Converts an event to a change. Returns `undefined` for events that affect no view or can't be parsed. */
export function parseHostingChange(type: string, payload: unknown): HostingChange | undefined {
  if (type.startsWith("installation.")) return { what: "apps" };
  if (type.startsWith("repository.check_run.")) {
    // These events contain no pull request. The caller looks up those of the commit.
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
