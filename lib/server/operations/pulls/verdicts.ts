import type { PullStatus } from "@/lib/contract/dashboard/list-pull-statuses";
import type { Mergeability } from "@/lib/contract/hosting/mergeability";
import type { Clock } from "@/lib/core/clock";
import { pullNeed } from "./attention-reason";

export interface Repository {
  ownerSlug: string;
  repoName: string;
}

export interface PullHead {
  number: string;
  headSha: string;
}

/** What is kept of the service's answer. */
export interface Verdict {
  result: NonNullable<PullStatus["verdict"]>;
  need: ReturnType<typeof pullNeed>;
  baseSha: string;
  /** By the clock of the service. */
  evaluatedAt: string;
}

export interface KeptVerdict {
  readonly pull: Repository & { pullNumber: string };
  verdict?: Verdict;
  /** When the answer came, by the clock of the dashboard. */
  readAt: number;
  /** Which state of the pull request it was asked for; absent where only the head was known. */
  of?: string | undefined;
  /** When the list of pull requests reads it again. */
  until: number;
  reading?: Promise<Verdict> | undefined;
}

export type VerdictSource = (pull: Repository & { pullNumber: string }) => Promise<Mergeability>;

const mostKept = 5_000;
const ages = { open: 15_000, settled: 300_000, failed: 30_000 };

function whatIsKept({ verdict, blockers, baseSha, evaluatedAt, ...told }: Mergeability): Verdict {
  const kinds = [...new Set(blockers.map(({ kind }) => kind))];
  return {
    result: { verdict, blockers: kinds.map((kind) => ({ kind })) },
    need: pullNeed({ verdict, blockers, baseSha, evaluatedAt, ...told }),
    baseSha,
    evaluatedAt,
  };
}

/** Verdicts on pull requests, each read once for all that show them: whoever reads one anew does so for the others too. */
export function createVerdicts(ask: VerdictSource, clock: Clock) {
  const all = new Map<string, KeptVerdict>();

  async function answer(kept: KeptVerdict, of: string | undefined): Promise<Verdict> {
    try {
      const verdict = whatIsKept(await ask(kept.pull));
      const open = verdict.result.blockers.some(({ kind }) => kind === "conflict_check_pending");
      kept.readAt = clock.now();
      kept.until = kept.readAt + (open ? ages.open : ages.settled);
      kept.of = of;
      kept.verdict = verdict;
      return verdict;
    } catch (error) {
      // What was known stays.
      kept.until = clock.now() + ages.failed;
      throw error;
    }
  }

  return {
    /** What is known of a head. */
    find({ ownerSlug, repoName }: Repository, { number, headSha }: PullHead): KeptVerdict {
      const key = `${ownerSlug}/${repoName}#${number}@${headSha}`.toLowerCase();
      const pull = { ownerSlug, repoName, pullNumber: number };
      const kept = all.get(key) ?? { pull, readAt: 0, until: 0 };
      // What was asked for last is kept longest.
      all.delete(key);
      all.set(key, kept);
      if (all.size > mostKept) all.delete(all.keys().next().value ?? "");
      return kept;
    },

    /** Reads it anew; whoever comes meanwhile waits for the same answer. */
    read(kept: KeptVerdict, of?: string): Promise<Verdict> {
      kept.reading ??= answer(kept, of).finally(() => {
        kept.reading = undefined;
      });
      return kept.reading;
    },
  };
}

export type Verdicts = ReturnType<typeof createVerdicts>;
