import type { Tone } from "@/components/ui/badge";
import type { MirrorTransition, MirrorTransitionJob } from "@/lib/contract/hosting/mirror";

interface StatusLabel {
  label: string;
  tone: Tone;
  /** What it means for users of the repository. */
  meaning: string;
}

const statuses: Readonly<Record<string, StatusLabel>> = {
  initial: { label: "Not begun", tone: "neutral", meaning: "It knows its source; nothing was fetched from there yet." },
  inbound: {
    label: "Follows its source",
    tone: "success",
    meaning: "Changes are made at the source; pushes here are refused.",
  },
  outbound: {
    label: "Leads its source",
    tone: "success",
    meaning: "Changes are made here and are sent on to the source.",
  },
  "transitioning-initial-to-inbound": { label: "Being fetched", tone: "info", meaning: "Pushes here are refused." },
  "transitioning-inbound-to-outbound": {
    label: "Being turned to lead",
    tone: "info",
    meaning: "Pushes here are refused until it is over.",
  },
  "transitioning-outbound-to-inbound": {
    label: "Being turned to follow",
    tone: "info",
    meaning: "Pushes here are refused from the moment writes are drained.",
  },
  detached: {
    label: "Cut off",
    tone: "neutral",
    meaning: "It was a mirror once. It keeps its contents and stands for itself.",
  },
};

const jobStatuses: Readonly<Record<string, Omit<StatusLabel, "meaning">>> = {
  queued: { label: "Queued", tone: "info" },
  running: { label: "Running", tone: "info" },
  succeeded: { label: "Succeeded", tone: "success" },
  failed_rolled_back: { label: "Failed, rolled back", tone: "danger" },
  requires_attention: { label: "Needs a decision", tone: "warning" },
  superseded: { label: "Superseded", tone: "neutral" },
};

const transitions: Readonly<Record<string, string>> = {
  initial_to_inbound: "Begin to follow the source",
  inbound_to_outbound: "Turn to lead the source",
  outbound_to_inbound: "Turn to follow the source",
} satisfies Record<MirrorTransition, string>;

/** The label of a mirror's status; an unknown status is shown as it is. */
export const mirrorStatus = (status: string): StatusLabel =>
  (Object.hasOwn(statuses, status) ? statuses[status] : undefined) ?? { label: status, tone: "neutral", meaning: "" };

export const jobStatus = (status: string): Omit<StatusLabel, "meaning"> =>
  (Object.hasOwn(jobStatuses, status) ? jobStatuses[status] : undefined) ?? { label: status, tone: "neutral" };

export const transitionLabel = (transition: string): string =>
  (Object.hasOwn(transitions, transition) ? transitions[transition] : undefined) ?? transition;

export type MirrorAction = MirrorTransition | "force" | "detach";

/** The actions that a mirror's status allows; the service would refuse any other. */
export function mirrorActions(
  status: string,
  job: Pick<MirrorTransitionJob, "status"> | undefined,
): readonly MirrorAction[] {
  if (status === "initial") return ["initial_to_inbound"];
  if (job) {
    const stuck = status === "transitioning-outbound-to-inbound" && job.status === "requires_attention";
    return stuck ? ["force", "detach"] : [];
  }
  if (status === "inbound") return ["inbound_to_outbound", "detach"];
  return status === "outbound" ? ["outbound_to_inbound", "force", "detach"] : [];
}

interface ActionLabels {
  button: string;
  title: string;
  consequences: string;
  /** It can't be undone: the user must type the repository's name. */
  final: boolean;
}

export const actionLabels: Readonly<Record<MirrorAction, ActionLabels>> = {
  initial_to_inbound: {
    button: "Begin to follow",
    title: "Begin to follow the source?",
    consequences:
      "Everything at the source is fetched. Until you turn it, changes are made there and pushes here are refused.",
    final: false,
  },
  inbound_to_outbound: {
    button: "Turn to lead",
    title: "Turn it to lead its source?",
    consequences:
      "After a last synchronisation changes are made here and sent on to the source. Whoever still pushes there makes the two differ.",
    final: false,
  },
  outbound_to_inbound: {
    button: "Turn to follow",
    title: "Turn it to follow its source?",
    consequences:
      "Pushes here are drained and then refused, the source is brought up to date, and changes are made there from then on.",
    final: false,
  },
  force: {
    button: "Force it to follow",
    title: "Take the source as it stands?",
    consequences:
      "What is here and not at the source is given up for good: commits that were pushed here alone are lost from its branches.",
    final: true,
  },
  detach: {
    button: "Cut it off",
    title: "Cut it off from its source?",
    consequences:
      "Synchronising stops for good and the stored credential is deleted. The repository keeps its contents and takes pushes.",
    final: true,
  },
};
