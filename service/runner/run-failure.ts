/** Ends a run with status ERROR. The message is shown to people. */
export class RunFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = "RunFailure";
  }
}
