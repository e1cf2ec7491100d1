import type { Viewport } from '@xyflow/react';
import type { Rectangle, Scene } from './scene';

// Area is the part of a graph that is drawn: more than what is in view, so that panning mostly moves what exists.
export interface Area extends Rectangle {
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

// Below this zoom there are no cards: everything is drawn on one canvas.
export const cardZoom = 0.35;
// Above this zoom cards have a second line.
export const detailZoom = 0.7;

// The whole graph is drawn at once while the canvas is not larger than this, in pixels of the screen.
const largestSide = 4_096;
const largestArea = 8_000_000;
const margin = 0.6;
const padding = 8;

export function visibleIn({ x, y, zoom }: Viewport, { width, height }: Size): Rectangle {
  return { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
}

const boundsOf = (scene: Scene): Rectangle => ({ x: -padding, y: -padding, width: scene.width + 2 * padding, height: scene.height + 2 * padding });

export function areaFor(viewport: Viewport, size: Size, scene: Scene): Area {
  const bounds = boundsOf(scene);
  const { zoom } = viewport;
  const [width, height] = [bounds.width * zoom, bounds.height * zoom];
  if (zoom < cardZoom && width <= largestSide && height <= largestSide && width * height <= largestArea) return { ...bounds, zoom };
  const visible = visibleIn(viewport, size);
  const wide = {
    x: visible.x - visible.width * margin,
    y: visible.y - visible.height * margin,
    width: visible.width * (1 + 2 * margin),
    height: visible.height * (1 + 2 * margin),
  };
  return { ...common(wide, bounds), zoom };
}

function common(a: Rectangle, b: Rectangle): Rectangle {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
}

// isOutside reports whether something in view is not drawn.
export function isOutside(area: Area, viewport: Viewport, size: Size, scene: Scene): boolean {
  const visible = common(visibleIn(viewport, size), boundsOf(scene));
  const slack = 0.5;
  return (
    visible.width > 0 &&
    visible.height > 0 &&
    (visible.x < area.x - slack ||
      visible.y < area.y - slack ||
      visible.x + visible.width > area.x + area.width + slack ||
      visible.y + visible.height > area.y + area.height + slack)
  );
}

// Cards come and go in stripes of this part of the view.
const cardStep = 0.25;

// cardAreaFor returns the part of a graph that has cards: what is in view, and one or two stripes around it. It changes
// only when the view reaches the next stripe. Drawn is the zoom of the picture.
export function cardAreaFor(viewport: Viewport, size: Size, drawn: number): Rectangle {
  const visible = visibleIn(viewport, size);
  const [x, width] = stripes(visible.x, visible.width, (size.width / drawn) * cardStep);
  const [y, height] = stripes(visible.y, visible.height, (size.height / drawn) * cardStep);
  return { x, y, width, height };
}

function stripes(from: number, length: number, step: number): [number, number] {
  const first = Math.floor(from / step) - 1;
  const last = Math.ceil((from + length) / step) + 1;
  return [first * step, (last - first) * step];
}

export const isSameArea = (a: Rectangle, b: Rectangle) => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

// isBlurred reports whether the drawing was made for a clearly different zoom.
export function isBlurred(area: Area, { zoom }: Viewport): boolean {
  const ratio = zoom / area.zoom;
  return ratio > 1.08 || ratio < 0.92 || (zoom < cardZoom) !== (area.zoom < cardZoom) || (zoom < detailZoom) !== (area.zoom < detailZoom);
}

export interface FitOptions {
  // The rectangle to show; the whole graph by default.
  focus?: Rectangle;
  maxZoom?: number;
  minZoom?: number;
}

export const zoomLimits = { min: 0.01, max: 2 };
const frame = { top: 76, side: 28, bottom: 28 };

// fitted returns the viewport that shows a rectangle as large as possible.
export function fitted(size: Size, scene: Scene, { focus, maxZoom = 1, minZoom = zoomLimits.min }: FitOptions = {}): Viewport {
  const shown = focus ?? { x: 0, y: 0, width: scene.width, height: scene.height };
  const free = { width: Math.max(1, size.width - 2 * frame.side), height: Math.max(1, size.height - frame.top - frame.bottom) };
  const zoom = Math.max(minZoom, Math.min(maxZoom, free.width / Math.max(1, shown.width), free.height / Math.max(1, shown.height)));
  return {
    zoom,
    x: frame.side + (free.width - shown.width * zoom) / 2 - shown.x * zoom,
    y: frame.top + (free.height - shown.height * zoom) / 2 - shown.y * zoom,
  };
}
