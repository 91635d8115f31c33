import type { RunEvent } from "@/lib/model/live/protocol";

/**
 * Skips the events up to a given one. A reader that resumes in the middle still needs the stream from the start,
 * because a secret may have started in an event it already has.
 */
export class Skip {
  #met = false;

  constructor(private after: string | undefined) {}

  /** True once events pass. */
  get isOver(): boolean {
    return this.after === undefined;
  }

  /** Lets everything pass from now on. */
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
