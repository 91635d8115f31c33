import { Layers } from "lucide-react";
import { useLaunchForm } from "./launch-context";

const newBatch = { models: [], attempts: 2, perRepository: false };

/** Turns the launch into one of several agents. */
export function BatchChip() {
  const { fields, change } = useLaunchForm();
  return (
    <label
      title="Launches several agents with this prompt"
      className="flex h-8 cursor-pointer items-center gap-1.5 rounded-md border border-input/60 px-2 text-sm hover:border-input"
    >
      <Layers aria-hidden className="size-3.5 text-muted-foreground" />
      Batch
      <input
        type="checkbox"
        checked={fields.batch !== undefined}
        onChange={({ target }) => change({ batch: target.checked ? newBatch : undefined })}
        className="size-4 accent-primary"
      />
    </label>
  );
}
