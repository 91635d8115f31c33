import type { Tone } from "@/components/ui/badge";

/** How the decision of a pull request's reviews is shown. There is nothing to show without one. */
export const reviewLooks: ReadonlyMap<string, readonly [label: string, tone: Tone]> = new Map([
  ["approved", ["Approved", "success"]],
  ["changes_requested", ["Changes requested", "warning"]],
]);
