import { Component, Fragment, type ReactNode } from "react";

/** Faults at one place, after which its part is not drawn again. */
const mostFaults = 3;

interface RedrawProps {
  /** Faults of another place are forgotten. */
  place?: string;
  /** Stands in place of a part whose faults come back; without it they are left to what is around. @param again draws the part once more */
  fallback?: (again: () => void) => ReactNode;
  children: ReactNode;
}

interface RedrawState {
  place: string | undefined;
  faults: number;
  /** Until the part is drawn again. */
  error: unknown;
}

/**
 * Draws a part anew after a fault, such as that of a browser which has moved its text to translate it, so that the rest of the page stays as it
 * is.
 */
export class Redraw extends Component<RedrawProps, RedrawState> {
  override state: RedrawState = { place: this.props.place, faults: 0, error: undefined };

  static getDerivedStateFromError(error: unknown): Partial<RedrawState> {
    return { error };
  }

  static getDerivedStateFromProps({ place }: RedrawProps, state: RedrawState): Partial<RedrawState> | null {
    return place === state.place ? null : { place, faults: 0, error: undefined };
  }

  override componentDidCatch(): void {
    if (this.state.faults < mostFaults) this.setState(({ faults }) => ({ faults: faults + 1, error: undefined }));
  }

  override render(): ReactNode {
    const { error, faults } = this.state;
    if (error === undefined) return <Fragment key={faults}>{this.props.children}</Fragment>;
    if (faults < mostFaults) return null;
    if (!this.props.fallback) throw error;
    return this.props.fallback(() => this.setState({ faults: 0, error: undefined }));
  }
}
