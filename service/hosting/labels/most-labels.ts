import { refuse } from "../../core/http/refusal";

const mostLabels = 100;

/** Throws FailedPrecondition beyond what a pull request may carry. */
export function refuseTooMany(count: number): void {
  if (count > mostLabels) {
    throw refuse.repohost("FailedPrecondition", `A pull request carries at most ${mostLabels} labels`, "labels");
  }
}
