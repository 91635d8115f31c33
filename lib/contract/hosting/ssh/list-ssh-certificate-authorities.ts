import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { OwnerPath } from "../repo";
import { SshCertificateAuthority } from "./ssh-certificate-authority";

export const listSshCertificateAuthorities = defineOperation({
  id: "listSshCertificateAuthorities",
  summary: "List the SSH certificate authorities of an owner, newest first",
  method: "GET",
  path: "/v1/repohost/owners/{ownerSlug}/ssh-certificate-authorities",
  pathParams: OwnerPath,
  response: z.looseObject({
    requireCertificates: z.boolean(),
    certificateAuthorities: z.array(SshCertificateAuthority),
  }),
  scopes: ["namespace:settings:read"],
});
