/** Identity providers people may sign in with, as the sign-in page names them. */
export interface ProviderChoice {
  id: "oidc" | "github";
  name: string;
}
