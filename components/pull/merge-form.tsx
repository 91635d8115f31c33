"use client";

import { GitMerge } from "lucide-react";
import { useState } from "react";
import { mergeState } from "@/components/pulls/merge-blockers";
import type { useMergePull } from "@/components/pulls/pull-mutations";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { lazyPart } from "@/components/ui/lazy-part";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { CallError } from "@/lib/client/call-error";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { Repo } from "@/lib/contract/hosting/repo";
import type { MergeabilityWithoutBypass } from "@/lib/model/pulls/mergeability-without-bypass";
import { HeadChanges } from "./head-changes";
import { MergeBypass } from "./merge-bypass";
import { type MergeMethod, mergeMethods } from "./merge-methods";
import { mergedText, rememberMerge } from "./merge-result";

const MergeDialog = lazyPart(() => import("./merge-dialog"));

interface MergeFormProps {
  name: PullName;
  pull: PullRequest;
  mergeability: MergeabilityWithoutBypass;
  repository: Repo | undefined;
  /** What a merge has to be confirmed for, in words. */
  warnings: readonly string[];
  /** Owned by the parent because the form unmounts while a new head is evaluated. */
  merging: ReturnType<typeof useMergePull>;
}

const methodLabels = { merge: "Create a merge commit", squash: "Squash and merge" };
const disabledLabels = { merge: "Merge commits are disabled", squash: "Squash merging is disabled" };
const linearLabel = "Linear history is required";

type Methods = ReturnType<typeof mergeMethods>;

interface MethodSelectProps {
  methods: Methods;
  value: MergeMethod;
  onChange: (method: MergeMethod) => void;
}

function MethodSelect({ methods: { allowed, enabled }, value, onChange }: MethodSelectProps) {
  return (
    <div className="min-w-44 flex-1">
      <Select
        aria-label="Merge method"
        value={value}
        onChange={(event) => onChange(event.target.value === "squash" ? "squash" : "merge")}
      >
        {(["merge", "squash"] as const).map((each) => (
          <option key={each} value={each} disabled={!allowed[each]}>
            {allowed[each] ? methodLabels[each] : enabled[each] ? linearLabel : disabledLabels[each]}
          </option>
        ))}
      </Select>
    </div>
  );
}

/** Why a method can't be chosen. */
function MethodHint({ mergeability, enabled }: Pick<MergeFormProps, "mergeability"> & Pick<Methods, "enabled">) {
  if (mergeability.requiresLinearHistory) {
    return (
      <p className="text-muted-foreground text-xs">
        A rule of {mergeability.baseRef} requires linear history, so only squash merges are allowed.
      </p>
    );
  }
  if (enabled.merge && enabled.squash) return null;
  return (
    <p className="text-muted-foreground text-xs">
      {disabledLabels[enabled.merge ? "squash" : "merge"]} in the repository settings.
    </p>
  );
}

/** The merge button and method. Merges exactly the head that was evaluated, after a confirmation. */
export function MergeForm(props: MergeFormProps) {
  const { name, pull, mergeability, repository, warnings, merging } = props;
  const { mutateAsync, isPending } = merging;
  const methods = mergeMethods(repository, mergeability);
  const [chosen, setChosen] = useState<MergeMethod>();
  const method = chosen ?? methods.first;
  const [reason, setReason] = useState<string>();
  /** The head that the open confirmation is about. */
  const [confirming, setConfirming] = useState<string>();
  const rules = (mergeability.bypassedRules ?? []).filter(
    ({ blockers, mergeMethod }) => blockers.length > 0 || mergeMethod === method,
  );
  const isMergeable = mergeState(mergeability) === "mergeable";
  const offersBypass = rules.length > 0 && (isMergeable || mergeability.canBypass === true);
  const bypassReason = offersBypass ? reason?.trim() : undefined;
  const canMerge = offersBypass ? Boolean(bypassReason) : isMergeable;
  const count = mergeability.evaluatedPullRequests.length;
  // The form unmounts on a merge, so the mutation's own callbacks wouldn't be called.
  const merge = () =>
    mutateAsync({
      expectedHeadSha: mergeability.headSha,
      mergeMethod: method,
      ...(bypassReason ? { bypassReason } : {}),
    }).then(
      ({ mergedPullNumbers }) => {
        rememberMerge(pull.id, mergedPullNumbers);
        toast.success(mergedText(mergedPullNumbers, mergeability.baseRef));
      },
      () => undefined,
    );
  const confirm = () => {
    setConfirming(undefined);
    void merge();
  };
  const action = `${offersBypass ? "Bypass rules and merge" : "Merge"}${count > 1 ? ` ${count} pull requests` : ""}`;
  const stale = mergeability.headSha !== pull.head.sha;
  return (
    <div className="space-y-3 border-t p-3">
      {offersBypass ? <MergeBypass rules={rules} reason={reason} onReason={setReason} /> : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          aria-keyshortcuts="Shift+M"
          variant={offersBypass ? "danger" : "primary"}
          disabled={!canMerge || stale || isPending}
          onClick={() => setConfirming(mergeability.headSha)}
        >
          <GitMerge aria-hidden />
          {isPending ? "Merging…" : action}
        </Button>
        <MethodSelect methods={methods} value={method} onChange={setChosen} />
        <span className="text-muted-foreground text-xs">
          Head <code className="font-mono">{mergeability.headSha.slice(0, 8)}</code>
        </span>
      </div>
      <MethodHint mergeability={mergeability} enabled={methods.enabled} />
      {canMerge && !stale && confirming === mergeability.headSha ? (
        <MergeDialog
          name={name}
          pull={pull}
          headSha={mergeability.headSha}
          method={method}
          action={action}
          danger={offersBypass}
          warnings={warnings}
          onConfirm={confirm}
          onClose={() => setConfirming(undefined)}
        />
      ) : null}
    </div>
  );
}

/** A rejected merge, with the changes pushed since the head was evaluated. */
export function MergeFailure({ name, pull, merging }: Pick<MergeFormProps, "name" | "pull" | "merging">) {
  const { error, variables } = merging;
  if (!error) return null;
  const conflict = error instanceof CallError && error.status === 409;
  return (
    <div className="space-y-3 border-b p-3">
      <CallFailure error={error}>
        {conflict ? "Couldn't merge: the pull request changed. The current state is shown below." : "Couldn't merge."}
      </CallFailure>
      {conflict && variables ? <HeadChanges name={name} from={variables.expectedHeadSha} to={pull.head.sha} /> : null}
    </div>
  );
}
