import { refuse } from "../../core/http/refusal";

const maxLabels = 100;

/** Throws FailedPrecondition if `count` exceeds the limit per pull request. */
export function checkLabelLimit(count: number): void {
  if (count > maxLabels) {
    throw refuse.repohost("FailedPrecondition", `A pull request can have at most ${maxLabels} labels`, "labels");
  }
}
