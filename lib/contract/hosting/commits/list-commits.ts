import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { Commit } from "../commit";
import { RepohostPageQuery } from "../pagination";
import { RepoPath } from "../repo";

/** Maximum distinct emails per filter. */
const maxEmails = 100;

const emails = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => {
    const list = value === undefined ? [] : typeof value === "string" ? [value] : value;
    return [...new Set(list.map((each) => each.trim().toLowerCase()).filter((each) => each !== ""))];
  })
  .refine((list) => list.length <= maxEmails, `must contain at most ${maxEmails} addresses`);

export const listCommits = defineOperation({
  id: "listCommits",
  summary: "List the commits reachable from a revision, newest first",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/commits",
  pathParams: RepoPath,
  query: RepohostPageQuery.extend({
    sha: z.string().optional(),
    authorEmails: emails,
    committerEmails: emails,
  }),
  response: z.looseObject({ commits: z.array(Commit), nextPageToken: z.string() }),
  scopes: ["repository:contents:read"],
});
