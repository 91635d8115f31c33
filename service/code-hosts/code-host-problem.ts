/** Why a code host can't do what was requested. The message says what to do about it. */
export class CodeHostProblem extends Error {}
