import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AppInstallation } from "../installation";

export const addAppInstallationRepositories = defineOperation({
  id: "addAppInstallationRepositories",
  summary: "Add repositories to an installation",
  method: "POST",
  path: "/v1/repohost/namespaces/{namespaceSlug}/installations/{installationId}/repos",
  pathParams: z.object({ namespaceSlug: z.string(), installationId: z.string() }),
  body: z.object({
    repoIds: z.array(z.string(), "is required").min(1, "must contain at least one repository").max(1000),
  }),
  response: AppInstallation,
  credentials: ["user"],
  scopes: ["namespace:installations:write"],
  role: "admin",
});
