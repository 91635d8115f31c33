import { join } from "node:path";
import { RE2JS } from "re2js";
import type { RefUpdate } from "@/git/refs/ref-update";
import { noObject } from "@/git/refs/references";
import { runGit } from "@/git/run-git";
import type { BypassedByRef, BypassedRule } from "@/git/transport/push-hooks";
import type { WithGit } from "@/git/with-git";
import { shortName } from "@/lib/model/hosting/ref-patterns";
import type { Context } from "../../core/context";
import type { Reader, Transaction } from "../../core/store/transaction";
import type { FoundRepository } from "../access/repository-access";
import { type AppliedRule, bypassedRule, coveringRules } from "./applied-rules";
import type { RuleActor } from "./rule-actor";
import { ruleViolationError } from "./rule-violation";
import { lockRules, readRulesets } from "./ruleset-row";

interface Objects {
  dir: string;
  /** Where a push's objects are stored until it is accepted. */
  quarantine?: string | undefined;
}

function gitOptions({ dir, quarantine }: Objects) {
  const quarantineEnv = quarantine && {
    GIT_OBJECT_DIRECTORY: quarantine,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(dir, "objects"),
  };
  return { cwd: dir, env: { GIT_DIR: dir, ...(quarantineEnv || {}) } };
}

async function isFastForward(objects: Objects, { before, after }: RefUpdate): Promise<boolean> {
  const args = ["merge-base", "--is-ancestor", before, after];
  // Git exits with 128 if an object isn't a commit.
  return (await runGit(args, { ...gitOptions(objects), okCodes: [0, 1, 128] })).code === 0;
}

async function addsMerges(objects: Objects, { before, after }: RefUpdate): Promise<boolean> {
  const known = before === noObject ? ["--not", "--branches", "--tags"] : [`^${before}`];
  const args = ["rev-list", "--merges", "--max-count=1", after, ...known];
  const { stdout } = await runGit(args, { ...gitOptions(objects), okCodes: [0, 128] });
  return stdout.length > 0;
}

/** How an update violates a rule, as the end of a sentence; `undefined` if it doesn't. */
async function ruleViolation(objects: Objects, update: RefUpdate, rule: AppliedRule): Promise<string | undefined> {
  const { ruleType, parameters } = rule;
  const [creates, deletes] = [update.before === noObject, update.after === noObject];
  if (!parameters) return `has an unknown rule (${ruleType})`;
  if (ruleType === "deletion") return deletes ? "blocks deletion" : undefined;
  if (deletes) return undefined;
  if (ruleType === "block_direct_updates") {
    return parameters.blockDirectUpdates === true ? "requires changes through a pull request" : undefined;
  }
  if (ruleType === "non_fast_forward") {
    return creates || (await isFastForward(objects, update)) ? undefined : "blocks force pushes";
  }
  if (ruleType === "required_linear_history") {
    return (await addsMerges(objects, update)) ? "requires linear history" : undefined;
  }
  if (ruleType === "ref_name_pattern") {
    const found = RE2JS.compile(String(parameters.pattern)).matcher(shortName(update.ref)).find();
    if (found !== (parameters.negate === true)) return undefined;
    return `requires a name that ${found ? "doesn't match" : "matches"} ${String(parameters.pattern)}`;
  }
  return undefined;
}

export interface PushRuleResult {
  /** Violations of enforced rules, one sentence each. */
  problems: string[];
  /** True if the actor could bypass all of them. */
  bypassable: boolean;
  /** Violations of rulesets that are in evaluate mode or that the actor bypasses. */
  notices: string[];
  /** Enforced rules that the updates violate and the actor bypasses. */
  bypassed: BypassedByRef;
}

/** Evaluates a repository's rulesets for ref updates other than merges. */
export async function evaluatePushRules(
  db: Reader,
  input: {
    repository: Pick<FoundRepository, "id" | "defaultBranch">;
    objects: Objects;
    updates: readonly RefUpdate[];
    actor: RuleActor;
  },
): Promise<PushRuleResult> {
  const { repository, objects, updates, actor } = input;
  const bypassed = new Map<string, BypassedRule[]>();
  const result: PushRuleResult = { problems: [], bypassable: true, notices: [], bypassed };
  const rows = (await readRulesets(db, repository.id)).filter(({ kind }) => kind !== "merge_branch");
  if (rows.length === 0) return result;
  const { defaultBranch } = repository;
  for (const update of updates.filter(({ before, after }) => before !== after)) {
    for (const rule of coveringRules(rows, { ref: update.ref, defaultBranch, actor, by: "push" })) {
      if (rule.bypassable && !rule.enforced) continue;
      const violation = await ruleViolation(objects, update, rule);
      if (!violation) continue;
      const sentence = `${update.ref}: ruleset "${rule.ruleset.name}" ${violation}`;
      if (rule.bypassed) {
        bypassed.set(update.ref, [...(bypassed.get(update.ref) ?? []), bypassedRule(rule)]);
        result.notices.push(`${sentence} (bypassed)`);
      } else if (rule.enforced) {
        result.problems.push(sentence);
        result.bypassable &&= rule.bypassable;
      } else result.notices.push(`${sentence} (not enforced)`);
    }
  }
  return result;
}

function throwIfViolated({ problems: [problem], bypassable }: PushRuleResult): void {
  if (problem) throw ruleViolationError(problem, bypassable);
}

/**
 * Throws FailedPrecondition if updates to objects in quarantine violate a rule, so that rejected objects aren't stored.
 * {@link enforcePushRules} checks again while holding the rules lock.
 */
export async function checkPushRules(
  context: Pick<Context, "db"> & WithGit,
  repository: FoundRepository,
  input: { actor: RuleActor; updates: readonly RefUpdate[]; quarantine: string },
): Promise<void> {
  const { actor, updates, quarantine } = input;
  const objects = { dir: context.repositories.path(repository.id), quarantine };
  throwIfViolated(await evaluatePushRules(context.db, { repository, objects, updates, actor }));
}

/**
 * Enforces push rules in the transaction that records the updates, holding the rules lock. Returns the rules that the
 * actor bypasses, and throws FailedPrecondition on a violation of other rules.
 */
export async function enforcePushRules(
  context: Pick<Context, "log"> & WithGit,
  tx: Transaction,
  repositoryId: string,
  input: { actor: RuleActor; updates: readonly RefUpdate[]; quarantine?: string | undefined },
): Promise<BypassedByRef> {
  const { actor, updates, quarantine } = input;
  const objects = { dir: context.repositories.path(repositoryId), quarantine };
  const { id, defaultBranch } = await lockRules(tx, repositoryId);
  const result = await evaluatePushRules(tx, { repository: { id, defaultBranch }, objects, updates, actor });
  const { notices, bypassed } = result;
  if (notices.length > 0)
    context.log.info({ repositoryId: id, notices }, "push violated unenforced or bypassed rulesets");
  throwIfViolated(result);
  return bypassed;
}
