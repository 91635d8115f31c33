import { apiError } from "../../core/http/api-error";

export const maxLabels = 100;

/** Throws FailedPrecondition if `count` exceeds the limit per pull request. */
export function checkLabelLimit(count: number): void {
  if (count > maxLabels) {
    throw apiError.repohost("FailedPrecondition", `A pull request can have at most ${maxLabels} labels`, "labels");
  }
}
