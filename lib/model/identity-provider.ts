/** Identity providers, with the names on the sign-in page. */
export interface ProviderChoice {
  id: "oidc" | "github";
  name: string;
}
