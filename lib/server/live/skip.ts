import type { RunEvent } from "@/lib/model/live/protocol";

/**
 * Skips events up to a given event. A reader that resumes in the middle still needs the stream from the start,
 * because a secret may have started in an event it already has.
 */
export class Skip {
  #met = false;

  constructor(private after: string | undefined) {}

  /** True once events are no longer skipped. */
  get isOver(): boolean {
    return this.after === undefined;
  }

  /** Stops skipping. */
  end(): void {
    this.after = undefined;
  }

  passes({ id }: RunEvent): boolean {
    if (this.after === undefined) return true;
    if (id === this.after) this.#met = true;
    // Events can share an id, so only a different id ends it.
    else if (this.#met && id !== undefined) this.after = undefined;
    return this.after === undefined;
  }
}
