"use client";

import { Component, type ReactNode } from "react";
import { rowText } from "@/lib/model/transcript/row-text";
import type { Row } from "@/lib/model/transcript/state";

interface RowBoundaryProps {
  row: Row;
  children: ReactNode;
}

interface State {
  row: Row;
  failed: boolean;
}

const most = 20_000;

/** A row that can't be drawn, for example Markdown nested beyond all measure, is shown as its text. */
export class RowBoundary extends Component<RowBoundaryProps, State> {
  override state: State = { row: this.props.row, failed: false };

  /** A row that has changed since is tried again. */
  static getDerivedStateFromProps({ row }: RowBoundaryProps, state: State): State | null {
    return state.row === row ? null : { row, failed: false };
  }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  override render(): ReactNode {
    const { row, children } = this.props;
    if (!this.state.failed) return children;
    const text = rowText(row);
    return (
      <div className="rounded-md border bg-code px-3 py-2 text-xs">
        <p className="text-muted-foreground">This can't be drawn. Its text:</p>
        <pre className="max-h-120 overflow-auto whitespace-pre-wrap break-words font-mono">{text.slice(0, most)}</pre>
      </div>
    );
  }
}
