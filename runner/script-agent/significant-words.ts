const stopWords = new Set(
  `a able about above add added after again all also always am an and any anything are around as ask at back be because been
  before being below between both bug but by call called can cannot change check code could did do does doing done don't down
  each else etc explain feature few file files find fix for from function further get give go good had has have having he help
  her here him his how however i if implement in into is it its it's just know let like list look made make makes many may me
  mean might more most much must my need new no nor not now of off on once one only or other our out over own please project
  put question repo repository run same say see shall she should show so some something still such sure take tell test than
  thank thanks that the their them then there these they thing things this those through to too try under until up update us
  use used user using very want was way we well were what when where whether which while who whom why will with without work
  works would write yes yet you your`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

const identifierShape = /[_$./-]|[a-z][A-Z]|[A-Za-z]\d/;
const maxWords = 6;

/** Returns true for words that look like identifiers: `camelCase`, `snake_case`, `a.dotted.path`. */
function isIdentifier(word: string): boolean {
  return identifierShape.test(word);
}

/** Returns the words of a question to search for: identifiers first, then longer words, without duplicates. */
export function significantWords(text: string): string[] {
  const found = new Map<string, string>();
  for (const [match] of text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*(?:[./-][\p{L}\p{N}_$]+)*/gu)) {
    const letters = match.replace(/[^\p{L}]/gu, "").length;
    const key = match.toLowerCase();
    if (letters < 3 || stopWords.has(key) || found.has(key)) continue;
    found.set(key, match);
  }
  const rank = (word: string) => (isIdentifier(word) ? 100 : 0) + Math.min(word.length, 30);
  return [...found.values()].sort((one, other) => rank(other) - rank(one)).slice(0, maxWords);
}
