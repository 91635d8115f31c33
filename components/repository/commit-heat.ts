interface DatedCommit {
  author: { date: string };
}

/** Returns the level of a commit's age among others, from 0 (the oldest) to `levels - 1` (the newest). */
export function commitHeat(commits: readonly DatedCommit[], levels: number): (commit: DatedCommit) => number {
  const times = commits.map(({ author }) => Date.parse(author.date)).sort((a, b) => a - b);
  const ranks = new Map<number, number>();
  for (const time of times) if (!ranks.has(time)) ranks.set(time, ranks.size);
  return ({ author }) => {
    if (ranks.size <= 1) return levels - 1;
    const rank = ranks.get(Date.parse(author.date)) ?? 0;
    return Math.round((rank / (ranks.size - 1)) * (levels - 1));
  };
}
