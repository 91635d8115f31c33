/**
 * Arguments of a refinement: text of at most `most` Unicode code points. Its `params` are the limit in JSON Schema, which counts
 * code points, too; `max()` counts UTF-16 units.
 */
export function atMostCharacters(most: number) {
  const fits = (text: string) => text.length <= most || (text.length <= 2 * most && [...text].length <= most);
  return [fits, { error: `must be at most ${most} characters`, params: { maxLength: most } }] as const;
}
