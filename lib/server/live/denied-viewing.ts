import { stateText } from "./frames";

/** In place of a subject that the user can't see: one message that says so. */
export function deniedViewing(subject: string, message: string, onReady: () => void) {
  let isSent = false;
  queueMicrotask(onReady);
  return {
    take() {
      if (isSent) return undefined;
      isSent = true;
      return stateText(subject, { state: "failed", message });
    },
    close() {},
  };
}
