// Finds words in texts, comments, identifiers and file names that don't read like plain US English. Run by `npm run lint`.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** Words and phrases, matched case-insensitively as whole words, and what to write instead. */
export const vocabulary = [
  ["tell|tells|telling|told", "report, send, notify, show or return"],
  ["hear|hears|hearing|heard", "listen or receive"],
  ["stands|stood|standings?", "is, remains or exists"],
  ["mend|mends|mended|mending", "fix"],
  ["anew|once more", "again"],
  ["somebody|nobody|whoever", "a user, no user, someone or you"],
  ["persons?|people", "user"],
  ["goes on|go on|went on", "continue"],
  ["became of|becomes of", "result or outcome"],
  ["put right", "fix or correct"],
  ["no such", "X not found"],
  ["(?<!there )is no (?!longer\\b|more\\b|\\w+er\\b)\\w+", "isn't a X"],
  ["may not be", "can't be or isn't allowed"],
  ["asked for", "requested"],
  ["let in|lets in|shut out", "authorize or deny"],
  ["lies in|lies at|lies below|lies beside", "is in, is below or is next to"],
  ["of (?:its|their|your|our|my) own", "separate, or delete it"],
  ["wants", "requires or needs"],
  ["wish|wishes", "subscription, request or setting"],
  ["surroundings", "context or environment"],
  ["desk", "server, handler or broker"],
  ["refusals?|refuses?", "reject, deny or error"],
  ["answered|answerers?|unanswered", "responded or completed"],
  ["left out", "omitted"],
  ["brought", "fetched, loaded or added"],
  ["give exactly one of|give either|give both", "set exactly one of"],
  ["all the same|in vain|for nothing", "anyway; state the consequence"],
  ["patient|patiently|patience", "retry, timeout or delay"],
  ["begun", "started"],
  ["whilst|amongst", "while or among"],
  ["carry out|carries out|carried out", "handle, run or execute"],
  ["whatever (?:its|their|the)", "regardless of"],
  ["all or none", "all or nothing, or atomically"],
  ["need not|needn't", "don't have to"],
  ["of (?:one|a like) name", "with the same or a similar name"],
  ["by way of", "through or with"],
  ["climbs? out", "leaves, or path traversal"],
  ["comes back as", "returns or becomes"],
  ["any ?more(?! \\w)|not any longer", "no longer"],
  ["learns? of|learned of", "sees, receives or is notified"],
  ["at the head of", "first in"],
  ["worked off|written down", "processed, stored"],
  ["of the tests|for the tests only", "test, as in test-only"],
  ["is the truth", "is authoritative"],
  ["unsaid|untold|impatient\\w*", "default, missing or immediate"],
  ["asks? again|asks? every", "retry or poll"],
  ["\\w*colou?(?<=colou)r\\w*", "color"],
  ["\\w*(?:behaviou|favou|honou|labou|neighbou)r\\w*", "-or: behavior, favor, honor"],
  ["catalogues?|dialogues?", "catalog, dialog"],
  ["cancelled|cancelling|labelled|labelling|modelled|signalled|travelled", "one l: canceled, labeled"],
  ["grey\\w*|centred?|centres|licence|defence|artefacts?|fulfil|judgement", "US spelling"],
  ["\\w*(?:alis|eris|oris|chronis|ognis|ganis|inimis|ximis|ustomis|mmaris)(?:e|ed|es|er|ing|ation)", "-ize"],
].map(([words, suggestion]) => ({ pattern: new RegExp(`\\b(?:${words})\\b`, "gi"), suggestion }));

/** Exceptions: `text` in files whose path matches `path` isn't reported. Fewer than 20, each with its reason. */
export const allowed = [
  {
    path: /^(?:components\/(?:agent|overview|transcript)|lib\/model\/transcript|runner|service\/(?:core\/store|runs)|worker)\//,
    text: /[Aa]nswered/,
    reason: "users answer the questions of agents",
  },
  { path: /^scripts\/vocabulary\.(mjs|test\.ts)$/, text: /.*/, reason: "lists the words" },
  { path: /^docs\/rules\//, text: /.*/, reason: "quotes the specifications" },
  {
    path: /./,
    text: /CANCELLED|["'`]cancelled["'`]|\bcancelled: /,
    reason: "wire value of run statuses and check conclusions",
  },
  {
    path: /(?:\.test\.tsx?|agent-failure\.ts)$/,
    text: /No such file or directory/,
    reason: "message of the operating system",
  },
  { path: /^runner\//, text: /["'`]refusal["'`]/, reason: "stop reason of the Agent Client Protocol" },
  { path: /^runner\/testing\/recordings\//, text: /.*/, reason: "what other programs sent" },
  {
    path: /^(?:LICENSE|CHANGELOG\.md|lib\/server\/db\/migrations\.test\.ts)$/,
    text: /[Pp]ersons?|[Pp]eople/,
    reason: "a license, names of old versions",
  },
  { path: /significant-words\.ts$/, text: /.*/, reason: "lists common English words" },
  { path: /^(postgres|docs|runner\/sandbox)\//, text: /["'`]?nobody["'`]?/, reason: "the Unix account" },
];

const skipped =
  /(^|\/)(package-lock\.json|github-description\.json|migrations\/.*|.*\.generated\.ts|.*\.(png|svg|ico|woff2?))$/;

/** Splits camelCase, kebab-case and snake_case into words. */
function splitWords(text) {
  return text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[-_]+/g, " ");
}

/**
 * Checks one file: its path (line 0) and its lines. Returns `{ path, line, word, suggestion }` for each hit.
 */
export function findWords(path, text) {
  if (skipped.test(path)) return [];
  const exceptions = allowed.filter((entry) => entry.path.test(path));
  return [path, ...text.split("\n")].flatMap((content, line) => {
    const checked = exceptions.reduce((rest, entry) => rest.replaceAll(new RegExp(entry.text, "g"), " "), content);
    const words = splitWords(checked);
    return vocabulary.flatMap(({ pattern, suggestion }) =>
      [...words.matchAll(pattern)].map(([word]) => ({ path, line, word, suggestion })),
    );
  });
}

/** Checks all files git tracks or could add. Returns one message per hit. */
export function checkVocabulary(root = projectRoot) {
  const list = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  const paths = list.toString("utf8").split("\0").filter(Boolean);
  return paths
    .filter((path) => existsSync(join(root, path)))
    .flatMap((path) => findWords(path, readFileSync(join(root, path), "utf8")))
    .map(({ path, line, word, suggestion }) => {
      const position = line === 0 ? `${path} (file name)` : `${path}:${line}`;
      return `${position}: "${word}", write: ${suggestion}`;
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const messages = checkVocabulary();
  for (const message of messages) console.log(message);
  if (messages.length > 0) {
    console.log(`${messages.length} words to replace. Exceptions are listed in scripts/vocabulary.mjs.`);
    process.exitCode = 1;
  }
}
