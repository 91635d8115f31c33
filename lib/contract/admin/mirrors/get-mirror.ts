import { z } from "zod";
import { NoQuery } from "../../agents/pagination";
import { defineOperation } from "../../operation";
import { Mirror, MirrorPath } from "./mirror";

export const getMirror = defineOperation({
  id: "getMirror",
  summary: "Get a repository's mirror settings and last sync result",
  method: "GET",
  path: "/admin/v1/repositories/{repositoryId}/mirror",
  pathParams: MirrorPath,
  query: NoQuery,
  /** Without a mirror if the repository has never been one. */
  response: z.object({ mirror: Mirror.optional() }),
  family: "admin",
  role: "admin",
});
