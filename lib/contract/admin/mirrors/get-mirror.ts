import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { Mirror, MirrorPath } from "./mirror";

export const getMirror = defineOperation({
  id: "getMirror",
  summary: "Get a repository's mirror settings and last sync result",
  method: "GET",
  path: "/admin/v1/repositories/{repositoryId}/mirror",
  pathParams: MirrorPath,
  /** Without a mirror if the repository has never been one. */
  response: z.object({ mirror: Mirror.optional() }),
});
