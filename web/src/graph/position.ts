import type { Viewport } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { type Size, zoomLimits } from './area';
import type { Camera } from './useCamera';

// Position is the point of the graph in the middle of the view, and the zoom. It does not depend on the size of the window.
export interface Position {
  x: number;
  y: number;
  zoom: number;
}

export function viewportAt({ x, y, zoom }: Position, { width, height }: Size): Viewport {
  const limited = Math.max(zoomLimits.min, Math.min(zoomLimits.max, zoom));
  return { zoom: limited, x: width / 2 - x * limited, y: height / 2 - y * limited };
}

export function positionOf({ x, y, zoom }: Viewport, { width, height }: Size): Position {
  return { x: Math.round((width / 2 - x) / zoom), y: Math.round((height / 2 - y) / zoom), zoom: Number(zoom.toPrecision(3)) };
}

const isSame = (a: Position, b: Position) => a.x === b.x && a.y === b.y && a.zoom === b.zoom;

const pauseMilliseconds = 250;

// usePosition reports where the user moved the graph to, after each pause.
export function usePosition({ subscribe, size }: Camera, onPosition: ((position: Position) => void) | undefined): void {
  const latest = useRef(onPosition);
  latest.current = onPosition;
  const reported = useRef<Position>(undefined);
  const seen = useRef<Viewport>(undefined);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = subscribe((viewport) => {
      const position = positionOf(viewport, size);
      clearTimeout(timer);
      // The first one is where the graph began. Another size of the window moves its middle, but the user did not move it.
      const isUnmoved = seen.current === undefined || isSame(seen.current, viewport);
      seen.current = viewport;
      if (isUnmoved) reported.current = position;
      if (reported.current && isSame(position, reported.current)) return;
      timer = setTimeout(() => {
        reported.current = position;
        latest.current?.(position);
      }, pauseMilliseconds);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [subscribe, size]);
}
