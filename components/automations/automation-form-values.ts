import { emptyFields, repositoryRow } from "@/components/launch/empty-fields";
import { toCreateBody } from "@/components/launch/launch-body";
import { controlForPath } from "@/components/launch/launch-validation";
import type { Automation, AutomationInput, AutomationLaunch } from "@/lib/contract/dashboard/automations/automation";
import type {
  AutomationEvent,
  MissedRule,
  OverflowRule,
  TriggerKind,
  WebhookAuthentication,
} from "@/lib/contract/dashboard/automations/automation-values";
import type { LaunchFields } from "@/lib/contract/dashboard/launch-fields";

/** The form as typed. */
export interface AutomationValues {
  name: string;
  kind: TriggerKind;
  cron: string;
  timeZone: string;
  missed: MissedRule;
  authentication: WebhookAuthentication;
  filterPath: string;
  filterEquals: string;
  event: AutomationEvent;
  repository: string;
  check: string;
  label: string;
  onEventPull: boolean;
  limit: string;
  overflow: OverflowRule;
  /** The launch form's fields: the prompt, and what is launched. */
  launch: LaunchFields;
}

export function newValues(timeZone: string): AutomationValues {
  return {
    name: "",
    kind: "schedule",
    cron: "0 9 * * 1-5",
    timeZone,
    missed: "skip",
    authentication: "token",
    filterPath: "",
    filterEquals: "",
    event: "pull_request.opened",
    repository: "",
    check: "",
    label: "",
    onEventPull: false,
    limit: "1",
    overflow: "skip",
    launch: emptyFields,
  };
}

function launchFields(prompt: string, launch: AutomationLaunch): LaunchFields {
  const { model, env, repos, workOnCurrentBranch, autoCreatePR, skipReviewerRequest, mode, savedVariables } = launch;
  const rows = (repos ?? []).map(({ url, startingRef = "", prUrl }, index) =>
    repositoryRow({
      id: index === 0 ? "first" : `saved-${index}`,
      url,
      startingRef,
      ...(prUrl === undefined ? {} : { from: "pull", prUrl }),
    }),
  );
  return {
    ...emptyFields,
    prompt,
    workOnCurrentBranch,
    autoCreatePR,
    skipReviewerRequest,
    mode,
    savedVariables,
    model: model?.id ?? "",
    params: Object.fromEntries((model?.params ?? []).map(({ id, value }) => [id, value])),
    repositories: rows.length > 0 ? rows : emptyFields.repositories,
    target: env?.type ?? "default",
    targetName: env?.name ?? "",
  };
}

/** The form of a saved automation. */
export function valuesOf({ name, trigger, launch, prompt, concurrency }: Automation, zone: string): AutomationValues {
  const values = newValues(zone);
  const common = {
    name,
    kind: trigger.kind,
    limit: String(concurrency.limit),
    overflow: concurrency.overflow,
    onEventPull: launch.onEventPull,
    launch: launchFields(prompt, launch),
  };
  switch (trigger.kind) {
    case "schedule":
      return { ...values, ...common, cron: trigger.cron, timeZone: trigger.timeZone, missed: trigger.missed };
    case "webhook": {
      const { path = "", equals = "" } = trigger.filter ?? {};
      return { ...values, ...common, authentication: trigger.authentication, filterPath: path, filterEquals: equals };
    }
    case "event": {
      const { event, repository, check = "", label = "" } = trigger;
      return { ...values, ...common, event, repository, check, label };
    }
  }
}

/** The trigger in the format the API accepts. */
export function triggerOf(values: AutomationValues): AutomationInput["trigger"] {
  const { kind, cron, timeZone, missed, authentication, event, repository } = values;
  switch (kind) {
    case "schedule":
      return { kind, cron, timeZone, missed };
    case "webhook": {
      const filter = { path: values.filterPath, equals: values.filterEquals };
      return { kind, authentication, ...(filter.path.trim() === "" ? {} : { filter }) };
    }
    case "event": {
      const check = event === "check.failed" ? values.check.trim() : "";
      const label = event === "label.added" ? values.label.trim() : "";
      return { kind, event, repository, ...(check ? { check } : {}), ...(label ? { label } : {}) };
    }
  }
}

/** The body to save. */
export function inputOf(values: AutomationValues): AutomationInput {
  const { name, kind, limit, overflow, launch } = values;
  const body = toCreateBody(launch, { secretOf: () => "", dataOf: () => "" });
  const { model, env, repos, workOnCurrentBranch, autoCreatePR, skipReviewerRequest, mode } = body;
  const onEventPull = kind === "event" && values.onEventPull;
  return {
    name,
    prompt: launch.prompt,
    trigger: triggerOf(values),
    launch: {
      model,
      env,
      workOnCurrentBranch,
      autoCreatePR,
      skipReviewerRequest,
      mode,
      // The agent's commits go to the pull request itself.
      ...(onEventPull ? { onEventPull, workOnCurrentBranch: true } : { repos }),
      savedVariables: launch.savedVariables,
    },
    concurrency: { limit: Number(limit), overflow },
  };
}

/** The control for a path in the body. */
export function controlFor(path: readonly string[], fields: LaunchFields): string {
  const [first = "form", ...rest] = path;
  if (first === "launch") return rest[0] === "savedVariables" ? "savedVariables" : controlForPath(rest, fields);
  if (first === "trigger" && rest[0] === "filter") return rest[1] === "equals" ? "filterEquals" : "filterPath";
  if (first === "trigger" || first === "concurrency") return rest[0] ?? "form";
  return first;
}
