import { maxBypassReasonLength } from "@/lib/contract/rule-bypass-header";
import type { BypassChoice } from "./bypass-choice";

const name = "bypass";

/** Shown below the violated rules of a push that was to bypass them. */
export const bypassRefused = `Push option ${name}: you aren't on the bypass list of these rulesets`;

/**
 * Reads the reason for bypassing rules from push options (`git push -o bypass="Outage"`). Without the option, a push
 * bypasses the rules it can, without a reason. Returns what is wrong with an invalid option.
 */
export function pushBypassChoice(options: readonly string[]): BypassChoice | string {
  const given = options.filter((option) => option === name || option.startsWith(`${name}=`));
  const [option] = given;
  if (option === undefined) return {};
  const reason = option.slice(name.length + 1).trim();
  if (given.length === 1 && reason !== "" && reason.length <= maxBypassReasonLength) return { reason };
  return `Push option ${name}: set a single reason of 1 to ${maxBypassReasonLength} characters: git push -o ${name}="Reason"`;
}
