/** Shortcuts that work while no field has the focus. Those of a list are handled by the list. */
export const shortcutSheet: readonly {
  group: string;
  entries: readonly { keys: readonly string[]; what: string }[];
}[] = [
  {
    group: "Everywhere",
    entries: [
      { keys: ["Ctrl", "K"], what: "Command palette" },
      { keys: ["?"], what: "This sheet" },
      { keys: ["g", "o"], what: "Go to the overview" },
      { keys: ["g", "a"], what: "Go to agents" },
      { keys: ["g", "u"], what: "Go to usage" },
      { keys: ["g", "f"], what: "Go to artifacts" },
      { keys: ["g", "q"], what: "Go to the queue" },
      { keys: ["g", "p"], what: "Go to pools" },
      { keys: ["g", "e"], what: "Go to environments" },
      { keys: ["c"], what: "New agent" },
      { keys: ["Esc"], what: "Close, or leave a field" },
    ],
  },
  {
    group: "Agents",
    entries: [
      { keys: ["j"], what: "Next agent" },
      { keys: ["k"], what: "Previous agent" },
      { keys: ["Enter"], what: "Open" },
      { keys: ["x"], what: "Select" },
      { keys: ["Shift", "X"], what: "Select all from the last one" },
      { keys: ["Esc"], what: "Select none" },
      { keys: ["/"], what: "Filter" },
      { keys: ["Backspace"], what: "In an empty filter: edit its last term" },
    ],
  },
  {
    group: "Queue",
    entries: [
      { keys: ["j"], what: "Next request" },
      { keys: ["k"], what: "Previous request" },
      { keys: ["Enter"], what: "Why it waits, and what can be done" },
      { keys: ["/"], what: "Filter" },
    ],
  },
  {
    group: "Pull requests",
    entries: [
      { keys: ["j"], what: "Next row of the list or of the checks" },
      { keys: ["k"], what: "Previous row" },
      { keys: ["1"], what: "Conversation" },
      { keys: ["2"], what: "Commits" },
      { keys: ["3"], what: "Checks" },
      { keys: ["4"], what: "Files" },
      { keys: ["{"], what: "The pull request below in its stack" },
      { keys: ["}"], what: "The pull request above" },
      { keys: ["Shift", "F"], what: "Fix with an agent" },
    ],
  },
  {
    group: "Environment file",
    entries: [
      { keys: ["Ctrl", "Space"], what: "Complete" },
      { keys: ["F8"], what: "Next problem" },
      { keys: ["Ctrl", "F"], what: "Find" },
      { keys: ["Ctrl", "S"], what: "Commit" },
    ],
  },
  {
    group: "Transcript",
    entries: [
      { keys: ["/"], what: "Find; Enter goes on, Shift Enter back" },
      { keys: ["["], what: "Previous prompt" },
      { keys: ["]"], what: "Next prompt" },
    ],
  },
  {
    group: "Changed files",
    entries: [
      { keys: ["j"], what: "Next line" },
      { keys: ["k"], what: "Previous line" },
      { keys: ["n"], what: "Next change" },
      { keys: ["p"], what: "Previous change" },
      { keys: ["]"], what: "Next file" },
      { keys: ["["], what: "Previous file" },
      { keys: ["Shift", "N"], what: "Next thread, draft or annotation" },
      { keys: ["Shift", "P"], what: "Previous thread, draft or annotation" },
      { keys: ["Shift", "J"], what: "Next file with comments" },
      { keys: ["Shift", "K"], what: "Previous file with comments" },
      { keys: ["Shift", "↓"], what: "Take in the next line" },
      { keys: ["c"], what: "Comment on the line or lines" },
      { keys: ["Enter"], what: "Into what is said there" },
      { keys: ["v"], what: "Viewed, or not" },
      { keys: ["Shift", "V"], what: "Viewed, and on to the next that is not" },
      { keys: ["o"], what: "Fold or unfold the file" },
      { keys: ["e"], what: "Show more lines around" },
      { keys: ["Shift", "E"], what: "Show every line of the file" },
      { keys: ["a"], what: "Annotations of checks, or none" },
      { keys: ["m"], what: "Split or unified" },
      { keys: ["t"], what: "Filter files" },
      { keys: ["/"], what: "Find in all files; also Ctrl F" },
    ],
  },
  {
    group: "Writing a prompt",
    entries: [{ keys: ["Ctrl", "Enter"], what: "Launch or send" }],
  },
];
