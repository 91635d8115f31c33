/** A segment of an address as people wrote it; `undefined` when it is not validly encoded. */
export function decodedSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
