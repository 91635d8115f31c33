import { NoQuery } from "../agents/pagination";
import { defineOperation } from "../operation";
import { Mirror, MirrorPath } from "./mirror";

export const getMirror = defineOperation({
  id: "getMirror",
  summary: "Get what a repository mirrors and how its last synchronisation went",
  method: "GET",
  path: "/admin/v1/repositories/{repositoryId}/mirror",
  pathParams: MirrorPath,
  query: NoQuery,
  response: Mirror,
  family: "admin",
  role: "admin",
});
