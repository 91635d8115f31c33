"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { Segmented } from "@/components/ui/segmented";
import { filledRepositories } from "@/lib/model/launch/filled-repositories";
import { FormGroup, useLaunchForm } from "./launch-context";

/** The agent's mode and how its commits are delivered. */
export function DeliverySection() {
  const { fields, change } = useLaunchForm();
  const noRepositories = filledRepositories(fields).length === 0;
  return (
    <FormGroup title="Mode and delivery">
      <div className="space-y-1.5">
        <Segmented
          label="Mode"
          value={fields.mode}
          options={[
            { value: "agent", label: "Agent" },
            { value: "plan", label: "Plan" },
          ]}
          onChange={(mode) => change({ mode })}
        />
        <p className="text-muted-foreground text-xs">
          {fields.mode === "plan"
            ? "Explores and drafts a plan without changing files."
            : "Makes changes, commits, and pushes a branch."}
        </p>
      </div>
      <Checkbox
        label="Work on the current branch"
        hint="Commits to the reference or the pull request's branch instead of a new branch."
        checked={fields.workOnCurrentBranch}
        disabled={noRepositories}
        onChange={(workOnCurrentBranch) => change({ workOnCurrentBranch })}
      />
      <Checkbox
        label="Don't request my review"
        hint="The pull request is opened without a review request for you."
        checked={fields.skipReviewerRequest}
        disabled={!fields.autoCreatePR}
        onChange={(skipReviewerRequest) => change({ skipReviewerRequest })}
      />
    </FormGroup>
  );
}
