import type { SavedVariable } from "@/lib/contract/dashboard/saved-variable";

export const kindLabels: Readonly<Record<SavedVariable["kind"], string>> = { variable: "Variable", secret: "Secret" };

/** What a variable belongs to. */
export const ownerLabel = ({ scope, repository }: Pick<SavedVariable, "scope" | "repository">): string =>
  scope === "team" ? "Team" : scope === "user" ? "You" : (repository ?? "Repository");
