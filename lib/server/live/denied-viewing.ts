import { stateText } from "./frames";

/** Why a user can't follow a subject: the status and message of an error. */
interface Problem {
  status: number;
  message: string;
}

/** Whether a user can't see a subject. Otherwise, it is unknown whether they can. */
export const isDenial = ({ status }: Problem) => status === 403 || status === 404;

/** In place of a subject that the user can't see, or may not see: one message that says so. */
export function deniedViewing(subject: string, problem: Problem, onReady: () => void) {
  const state = isDenial(problem) ? "failed" : "reconnecting";
  let isSent = false;
  queueMicrotask(onReady);
  return {
    take() {
      if (isSent) return undefined;
      isSent = true;
      return stateText(subject, { state, message: problem.message });
    },
    close() {},
  };
}
