/** Shortcuts that work while no field has focus. */
export const shortcutSheet: readonly {
  group: string;
  entries: readonly { keys: readonly string[]; what: string }[];
}[] = [
  {
    group: "Everywhere",
    entries: [
      { keys: ["Ctrl", "K"], what: "Command palette" },
      { keys: ["?"], what: "Show shortcuts" },
      { keys: ["g", "o"], what: "Go to the overview" },
      { keys: ["g", "a"], what: "Go to agents" },
      { keys: ["g", "r"], what: "Go to pull requests" },
      { keys: ["g", "c"], what: "Go to repositories" },
      { keys: ["g", "u"], what: "Go to usage" },
      { keys: ["g", "f"], what: "Go to artifacts" },
      { keys: ["g", "q"], what: "Go to the queue" },
      { keys: ["g", "p"], what: "Go to pools" },
      { keys: ["g", "e"], what: "Go to environments" },
      { keys: ["g", "s"], what: "Go to settings" },
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
      { keys: ["Shift", "X"], what: "Select a range" },
      { keys: ["Esc"], what: "Clear selection" },
      { keys: ["/"], what: "Filter" },
      { keys: ["Backspace"], what: "Edit the last term (in an empty filter)" },
    ],
  },
  {
    group: "Queue",
    entries: [
      { keys: ["j"], what: "Next request" },
      { keys: ["k"], what: "Previous request" },
      { keys: ["Enter"], what: "Open" },
      { keys: ["/"], what: "Filter" },
    ],
  },
  {
    group: "Pull requests",
    entries: [
      { keys: ["j"], what: "Next pull request or check" },
      { keys: ["k"], what: "Previous pull request or check" },
      { keys: ["1"], what: "Conversation" },
      { keys: ["2"], what: "Commits" },
      { keys: ["3"], what: "Checks" },
      { keys: ["4"], what: "Files" },
      { keys: ["{"], what: "Pull request below in the stack" },
      { keys: ["}"], what: "Pull request above in the stack" },
      { keys: ["Shift", "F"], what: "Fix with an agent" },
    ],
  },
  {
    group: "Environment file",
    entries: [
      { keys: ["Ctrl", "Space"], what: "Show suggestions" },
      { keys: ["F8"], what: "Next problem" },
      { keys: ["Ctrl", "F"], what: "Find" },
      { keys: ["Ctrl", "S"], what: "Commit" },
    ],
  },
  {
    group: "Transcript",
    entries: [
      { keys: ["/"], what: "Find (Enter: next, Shift Enter: previous)" },
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
      { keys: ["Shift", "↓"], what: "Extend the selection by a line" },
      { keys: ["c"], what: "Comment on the selected lines" },
      { keys: ["Enter"], what: "Open the thread" },
      { keys: ["v"], what: "Toggle viewed" },
      { keys: ["Shift", "V"], what: "Mark as viewed and go to the next unviewed file" },
      { keys: ["o"], what: "Collapse or expand the file" },
      { keys: ["e"], what: "Show more context" },
      { keys: ["Shift", "E"], what: "Show the whole file" },
      { keys: ["a"], what: "Show or hide check annotations" },
      { keys: ["m"], what: "Switch between split and unified" },
      { keys: ["t"], what: "Filter files" },
      { keys: ["/"], what: "Find in all files (also Ctrl F)" },
    ],
  },
  {
    group: "Writing a prompt",
    entries: [{ keys: ["Ctrl", "Enter"], what: "Launch or send" }],
  },
];
