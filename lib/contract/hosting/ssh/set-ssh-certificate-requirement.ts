import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { OwnerPath } from "../repo";

export const setSshCertificateRequirement = defineOperation({
  id: "setSshCertificateRequirement",
  summary: "Require SSH certificates for git, or stop requiring them",
  method: "POST",
  path: "/v1/repohost/owners/{ownerSlug}/ssh-certificate-authorities:setRequirement",
  pathParams: OwnerPath,
  body: z.looseObject({ requireCertificates: z.boolean("must be true or false") }),
  response: z.looseObject({ requireCertificates: z.boolean() }),
  credentials: ["user"],
  scopes: ["namespace:settings:write"],
  role: "admin",
});
