import { join } from "node:path";
import { RE2JS } from "re2js";
import { shortName } from "@/lib/contract/hosting/ref-patterns";
import type { Context } from "../../core/context";
import { refuse } from "../../core/http/refusal";
import type { Principal } from "../../core/principal";
import type { Transaction } from "../../core/store/transaction";
import type { RefUpdate } from "../../git/push-hooks";
import { noObject } from "../../git/references";
import { runGit } from "../../git/run-git";
import type { WithGit } from "../../git/with-git";
import type { FoundRepository } from "../access/repository-access";
import type { Reader } from "../pulls/pull-request-row";
import { type AppliedRule, appliedRules } from "./applied-rules";
import { type RuleActor, ruleActor } from "./rule-actor";
import { lockRules, readRulesets } from "./ruleset-row";

interface Objects {
  dir: string;
  /** Where the objects of a push wait until it is taken. */
  quarantine?: string | undefined;
}

function places({ dir, quarantine }: Objects) {
  const waiting = quarantine && {
    GIT_OBJECT_DIRECTORY: quarantine,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(dir, "objects"),
  };
  return { cwd: dir, env: { GIT_DIR: dir, ...(waiting || {}) } };
}

async function isFastForward(objects: Objects, { before, after }: RefUpdate): Promise<boolean> {
  const args = ["merge-base", "--is-ancestor", before, after];
  // What is no commit has no ancestors: git ends with 128.
  return (await runGit(args, { ...places(objects), okCodes: [0, 1, 128] })).code === 0;
}

async function addsMerges(objects: Objects, { before, after }: RefUpdate): Promise<boolean> {
  const known = before === noObject ? ["--not", "--branches", "--tags"] : [`^${before}`];
  const args = ["rev-list", "--merges", "--max-count=1", after, ...known];
  const { stdout } = await runGit(args, { ...places(objects), okCodes: [0, 128] });
  return stdout.length > 0;
}

/** What a rule has against an update; `undefined` when nothing. */
async function objection(objects: Objects, update: RefUpdate, rule: AppliedRule): Promise<string | undefined> {
  const { ruleType, parameters } = rule;
  const [creates, deletes] = [update.before === noObject, update.after === noObject];
  if (!parameters) return `has a rule this service does not know (${ruleType})`;
  if (ruleType === "deletion") return deletes ? "does not let it be deleted" : undefined;
  if (deletes) return undefined;
  if (ruleType === "block_direct_updates") {
    return parameters.blockDirectUpdates === true ? "lets only pull requests change it" : undefined;
  }
  if (ruleType === "non_fast_forward") {
    return creates || (await isFastForward(objects, update)) ? undefined : "lets no history be rewritten";
  }
  if (ruleType === "required_linear_history") {
    return (await addsMerges(objects, update)) ? "takes no merge commits" : undefined;
  }
  if (ruleType === "ref_name_pattern") {
    const found = RE2JS.compile(String(parameters.pattern)).matcher(shortName(update.ref)).find();
    if (found !== (parameters.negate === true)) return undefined;
    return `wants a name that ${found ? "does not match" : "matches"} ${String(parameters.pattern)}`;
  }
  return undefined;
}

export interface RefJudgement {
  /** Why the updates are refused, one sentence each. */
  problems: string[];
  /** What rulesets that only watch would have refused. */
  notices: string[];
}

/** What the rulesets of a repository say to updates of its references that are not merges. */
export async function judgeRefUpdates(
  db: Reader,
  given: {
    repository: Pick<FoundRepository, "id" | "defaultBranch">;
    objects: Objects;
    updates: readonly RefUpdate[];
    actor: RuleActor;
  },
): Promise<RefJudgement> {
  const { repository, objects, updates, actor } = given;
  const judgement: RefJudgement = { problems: [], notices: [] };
  const rows = (await readRulesets(db, repository.id)).filter(({ kind }) => kind !== "merge_branch");
  if (rows.length === 0) return judgement;
  const { defaultBranch } = repository;
  for (const update of updates.filter(({ before, after }) => before !== after)) {
    for (const rule of appliedRules(rows, { ref: update.ref, defaultBranch, actor, by: "push" })) {
      const said = await objection(objects, update, rule);
      if (!said) continue;
      const sentence = `${update.ref}: the ruleset "${rule.ruleset.name}" ${said}`;
      if (rule.enforced) judgement.problems.push(sentence);
      else judgement.notices.push(`${sentence} (not enforced)`);
    }
  }
  return judgement;
}

/**
 * Refuses updates that the rules forbid, in the transaction that writes them down: nobody can change a rule between.
 * Throws FailedPrecondition.
 */
export async function rulesOver(
  context: Pick<Context, "db" | "log"> & WithGit,
  principal: Principal,
  repository: FoundRepository,
  updates: readonly RefUpdate[],
): Promise<(tx: Transaction) => Promise<void>> {
  const actor = await ruleActor(context, principal, repository);
  const objects = { dir: context.repositories.path(repository.id) };
  return async (tx) => {
    const { id, defaultBranch } = await lockRules(tx, repository.id);
    const { problems, notices } = await judgeRefUpdates(tx, {
      repository: { id, defaultBranch },
      objects,
      updates,
      actor,
    });
    if (notices.length > 0) context.log.info({ repositoryId: id, notices }, "rulesets that only watch object");
    const [problem] = problems;
    if (problem) throw refuse.repohost("FailedPrecondition", problem);
  };
}
