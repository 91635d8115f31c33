export interface PromptExample {
  name: string;
  text: string;
}

/** Prompts the built-in script agent really carries out. */
export const examples: readonly PromptExample[] = [
  { name: "Run the tests", text: "Run the tests of this repository.\n\n```sh\nnpm test\n```\n" },
  {
    name: "Write a file",
    text: "Add a note for newcomers.\n\n```file NOTES.md\n# Notes\n\nStart with the README, then run `npm test`.\n```\n\n```sh\ngit status --short\n```\n",
  },
  { name: "Search the code", text: "Where is the discount of an order computed?" },
];
