import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { OwnerPath } from "../repo";

export const deleteSshCertificateAuthority = defineOperation({
  id: "deleteSshCertificateAuthority",
  summary: "Remove an SSH certificate authority; certificates it signed stop working",
  method: "DELETE",
  path: "/v1/repohost/owners/{ownerSlug}/ssh-certificate-authorities/{certificateAuthorityId}",
  pathParams: OwnerPath.extend({ certificateAuthorityId: z.string() }),
  response: z.unknown(),
  success: 204,
  credentials: ["user"],
  scopes: ["namespace:settings:write"],
  role: "admin",
});
