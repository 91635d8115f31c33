import { z } from "zod";
import { defineOperation } from "../../operation";
import { OwnerPath } from "../repo";

export const deleteSshCertificateAuthority = defineOperation({
  id: "deleteSshCertificateAuthority",
  summary: "Remove an SSH certificate authority; certificates it signed stop working",
  method: "DELETE",
  path: "/v1/repohost/owners/{ownerSlug}/ssh-certificate-authorities/{certificateAuthorityId}",
  pathParams: OwnerPath.extend({ certificateAuthorityId: z.string() }),
  query: z.looseObject({}),
  response: z.unknown(),
  success: 204,
  family: "repohost",
  credentials: ["user"],
  scopes: ["namespace:settings:write"],
  points: 5,
  role: "admin",
});
