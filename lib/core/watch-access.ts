import type { Clock } from "./clock";

/** With the duration of a check, access ends within three seconds. */
const checkMs = 2_000;

export interface AccessWatch {
  clock: Clock;
  isAuthorized(): Promise<boolean>;
}

/**
 * Checks access every two seconds, and calls `revoked` once it has ended. An unavailable database isn't a reason. Returns a
 * function that stops the checks.
 */
export function watchAccess({ clock, isAuthorized }: AccessWatch, revoked: () => void): () => void {
  let isOver = false;
  let cancelCheck = () => {};
  const check = async () => {
    const holds = await isAuthorized().catch(() => true);
    if (isOver) return;
    if (holds) return schedule();
    isOver = true;
    revoked();
  };
  const schedule = () => {
    cancelCheck = clock.after(checkMs, () => void check());
  };
  schedule();
  return () => {
    isOver = true;
    cancelCheck();
  };
}
