interface Sample {
  atMs: number;
  connected: number;
  inUse: number;
  waiting: number;
}

interface Frame {
  width: number;
  height: number;
  /** The value at the top of the chart. */
  maxValue: number;
  fromMs: number;
  toMs: number;
  /** Samples further apart than this aren't connected. */
  gapMs: number;
}

/** SVG paths for samples in chronological order, with gaps where no samples were taken. */
export function chartLines(samples: readonly Sample[], frame: Frame) {
  const { width, height, maxValue, fromMs, toMs, gapMs } = frame;
  const x = ({ atMs }: Sample) => round(((atMs - fromMs) / Math.max(1, toMs - fromMs)) * width);
  const y = (value: number) => round(height - (value / maxValue) * (height - 2) - 1);
  const stretches: Sample[][] = [];
  let last: Sample | undefined;
  for (const sample of samples) {
    if (sample.atMs < fromMs) continue;
    if (last === undefined || sample.atMs - last.atMs > gapMs) stretches.push([]);
    stretches.at(-1)?.push(sample);
    last = sample;
  }
  const line = (of: (sample: Sample) => number) =>
    stretches
      .map((stretch) =>
        stretch.map((sample, index) => `${index === 0 ? "M" : "L"}${x(sample)} ${y(of(sample))}`).join(""),
      )
      .join("");
  const area = stretches
    .map((stretch) => {
      const points = stretch.map((sample) => `L${x(sample)} ${y(sample.inUse)}`).join("");
      const [first] = stretch;
      const end = stretch.at(-1);
      return first && end ? `M${x(first)} ${height}${points}L${x(end)} ${height}Z` : "";
    })
    .join("");
  return { connected: line(({ connected }) => connected), waiting: line(({ waiting }) => waiting), inUseArea: area };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** At most `limit` evenly spaced samples, always including the last one. */
export function sampleEvenly<T>(samples: readonly T[], limit: number): T[] {
  const step = Math.max(1, Math.ceil(samples.length / limit));
  return samples.filter((_, index) => (samples.length - 1 - index) % step === 0);
}
