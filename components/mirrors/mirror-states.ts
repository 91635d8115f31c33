import type { Tone } from "@/components/ui/badge";
import type { MirrorTransition, MirrorTransitionJob } from "@/lib/contract/hosting/mirror";

interface StateText {
  title: string;
  tone: Tone;
  /** What it means for users of the repository. */
  detail: string;
}

const mirrorStates: Readonly<Record<string, StateText>> = {
  initial: { title: "Not started", tone: "neutral", detail: "Nothing has been fetched from upstream yet." },
  inbound: {
    title: "Pulls from upstream",
    tone: "success",
    detail: "Make changes upstream. Pushes to this repository are rejected.",
  },
  outbound: {
    title: "Pushes to upstream",
    tone: "success",
    detail: "Make changes here. They are pushed to upstream.",
  },
  "transitioning-initial-to-inbound": {
    title: "Initial sync",
    tone: "info",
    detail: "Pushes to this repository are rejected.",
  },
  "transitioning-inbound-to-outbound": {
    title: "Switching to push",
    tone: "info",
    detail: "Pushes to this repository are rejected until the switch is complete.",
  },
  "transitioning-outbound-to-inbound": {
    title: "Switching to pull",
    tone: "info",
    detail: "Pushes to this repository are rejected once writes are drained.",
  },
  detached: {
    title: "Detached",
    tone: "neutral",
    detail: "No longer a mirror. The repository keeps its contents and accepts pushes.",
  },
};

const jobStates: Readonly<Record<string, Omit<StateText, "detail">>> = {
  queued: { title: "Queued", tone: "info" },
  running: { title: "Running", tone: "info" },
  succeeded: { title: "Succeeded", tone: "success" },
  failed_rolled_back: { title: "Failed, rolled back", tone: "danger" },
  requires_attention: { title: "Needs attention", tone: "warning" },
  superseded: { title: "Superseded", tone: "neutral" },
};

const transitionTitles: Readonly<Record<string, string>> = {
  initial_to_inbound: "Initial sync",
  inbound_to_outbound: "Switch to push",
  outbound_to_inbound: "Switch to pull",
} satisfies Record<MirrorTransition, string>;

/** The texts of a mirror's status. An unknown status is shown as is. */
export const mirrorState = (status: string): StateText =>
  (Object.hasOwn(mirrorStates, status) ? mirrorStates[status] : undefined) ?? {
    title: status,
    tone: "neutral",
    detail: "",
  };

export const jobState = (status: string): Omit<StateText, "detail"> =>
  (Object.hasOwn(jobStates, status) ? jobStates[status] : undefined) ?? { title: status, tone: "neutral" };

export const transitionTitle = (transition: string): string =>
  (Object.hasOwn(transitionTitles, transition) ? transitionTitles[transition] : undefined) ?? transition;

export type MirrorAction = MirrorTransition | "force" | "detach";

/** The actions allowed in a mirror's status. The service rejects any other. */
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

interface ActionText {
  button: string;
  title: string;
  detail: string;
  /** It can't be undone, so the user must type the repository's name. */
  irreversible: boolean;
}

export const mirrorActionTexts: Readonly<Record<MirrorAction, ActionText>> = {
  initial_to_inbound: {
    button: "Start mirroring",
    title: "Start mirroring?",
    detail:
      "Everything is fetched from upstream. Pushes to this repository are rejected until you switch the mirror's direction.",
    irreversible: false,
  },
  inbound_to_outbound: {
    button: "Switch to push",
    title: "Switch to pushing to upstream?",
    detail:
      "After a final sync, make changes here; they are pushed to upstream. Changes made directly upstream cause the two to diverge.",
    irreversible: false,
  },
  outbound_to_inbound: {
    button: "Switch to pull",
    title: "Switch to pulling from upstream?",
    detail:
      "Pending writes are drained, then pushes to this repository are rejected. After a final sync, make changes upstream.",
    irreversible: false,
  },
  force: {
    button: "Force switch to pull",
    title: "Overwrite with upstream?",
    detail: "Commits that exist only in this repository are permanently lost from its branches.",
    irreversible: true,
  },
  detach: {
    button: "Detach mirror",
    title: "Detach mirror?",
    detail:
      "Syncing stops permanently and the stored credential is deleted. The repository keeps its contents and accepts pushes.",
    irreversible: true,
  },
};
