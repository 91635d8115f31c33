import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";

/** Lists continue without what the service doesn't return. `collect` resolves to `undefined` for it and keeps the message. */
export function collectProblems() {
  const problems: string[] = [];
  const collect = async <T>(work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      // Lists name repositories that the user can't read.
      if (error.status !== 403 && error.status !== 404) problems.push(error.message);
      return undefined;
    }
  };
  return { problems, collect };
}
