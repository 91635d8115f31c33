import { isSimplified } from "./protocol";

/**
 * Where a browser resumes a run's events.
 *
 * A simplified frame and its full form share one id, simplified first, and a resume sends what follows the last frame of
 * an id. Resuming after a simplified frame could therefore lose its full form, so its id only counts after the next id
 * arrives.
 */
export interface ResumePoint {
  after: string | undefined;
  pending: string | undefined;
}

export const fromStart: ResumePoint = { after: undefined, pending: undefined };

/** The point after `frame` was received. */
export function advance(point: ResumePoint, frame: { id?: string | undefined; event: string }): ResumePoint {
  if (frame.id === undefined) return point;
  if (!isSimplified(frame.event)) return { after: frame.id, pending: undefined };
  if (frame.id === point.pending) return point;
  return { after: point.pending ?? point.after, pending: frame.id };
}
