import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AppInstallation, NamespacePath } from "../../hosting/installation";
import { InstallableScopes } from "../../hosting/scope";

export const installApp = defineOperation({
  id: "installApp",
  summary: "Install an app in a namespace, or change its grants",
  method: "POST",
  path: "/admin/v1/namespaces/{namespaceSlug}/installations",
  pathParams: NamespacePath,
  body: z.strictObject({
    appId: z.string("is required"),
    /** Default: the app's default scopes. */
    scopes: InstallableScopes.optional(),
    /** Repository ids or names in the namespace. Default: all, including future ones. */
    repositories: z.array(z.string()).max(5000, "must contain at most 5,000 repositories").optional(),
    /** Email of the user who approves the installation. */
    installedBy: z.string().optional(),
    /** One of the app's redirect URIs, which the browser is sent to afterward. */
    redirectUri: z.string().optional(),
    /** Opaque value from the publisher, returned in the receipt. */
    state: z.string().max(4096).optional(),
  }),
  /** `redirectUrl`: the redirect URI with the receipt in it. */
  response: AppInstallation.extend({ redirectUrl: z.string().optional() }),
});
