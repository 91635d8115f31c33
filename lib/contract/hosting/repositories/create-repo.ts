import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { OwnerPath, Repo } from "../repo";

export const repoName = z
  .string("is required")
  .regex(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/, "must be 1 to 100 letters, digits, dots, dashes or underscores")
  .refine((name) => !/\.git$/i.test(name), "must not end in .git");

export const createRepo = defineOperation({
  id: "createRepo",
  summary: "Create a repository under an owner",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}",
  pathParams: OwnerPath,
  body: z.object({ name: repoName, defaultBranch: z.string().optional() }),
  response: Repo,
  credentials: ["user", "serviceAccount"],
  // Tokens of the dashboard's users can't create repositories, so its key does.
  role: "admin",
  scopes: ["namespace:repositories:create"],
  conflicts: true,
  points: 10,
});
