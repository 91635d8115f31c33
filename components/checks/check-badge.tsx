import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleSlash,
  CircleX,
  Clock,
  History,
  LoaderCircle,
  type LucideIcon,
  RotateCw,
  SkipForward,
} from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import type { CheckRun } from "@/lib/contract/hosting/check";
import { type CheckState, checkState } from "@/lib/model/checks/check-state";

const icons: Readonly<Record<string, LucideIcon>> = {
  queued: CircleDashed,
  in_progress: LoaderCircle,
  rerequested: RotateCw,
  success: CircleCheck,
  neutral: CircleMinus,
  skipped: SkipForward,
  failure: CircleX,
  timed_out: Clock,
  cancelled: CircleSlash,
  action_required: CircleAlert,
  stale: History,
};
const tones: Readonly<Record<CheckState["kind"], Tone>> = {
  passed: "success",
  failed: "danger",
  pending: "info",
  attention: "warning",
};
const neutral: ReadonlySet<string> = new Set(["neutral", "skipped"]);

/** The state of a check run, as icon and label. */
export function CheckBadge({ run }: { run: Pick<CheckRun, "status" | "conclusion"> }) {
  const { kind, name, label } = checkState(run);
  const Icon = (Object.hasOwn(icons, name) ? icons[name] : undefined) ?? CircleAlert;
  return (
    <Badge tone={neutral.has(name) ? "neutral" : tones[kind]}>
      <Icon aria-hidden />
      {label}
    </Badge>
  );
}
