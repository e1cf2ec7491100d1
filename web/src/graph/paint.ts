import type { GraphNode } from '../api/graphs';
import { type Area, cardZoom } from './area';
import type { Looks } from './look';
import type { Palette } from './palette';
import { type Point, type Scene, type SceneEdge, nodeBox, overlaps } from './scene';

export interface Picture {
  scene: Scene;
  looks: Looks;
  // The nodes in full color; undefined for all.
  matched: Set<string> | undefined;
  selected: string | undefined;
}

// paint draws the part of the picture that is in the area. Above the zoom of cards it draws only the lines.
export function paint(context: CanvasRenderingContext2D, { scene, looks, matched, selected }: Picture, area: Area, palette: Palette): void {
  const edges = scene.edges.filter(({ box }) => overlaps(box, area));
  const isOn = ({ from, to }: SceneEdge) => matched !== undefined && matched.has(from.id) && matched.has(to.id);
  const isNear = ({ from, to }: SceneEdge) => from.id === selected || to.id === selected;
  const thin = Math.max(1.3, 0.7 / area.zoom);
  stroke(context, edges.filter((edge) => !isOn(edge) && !isNear(edge)), palette.edge, thin);
  stroke(context, edges.filter((edge) => isOn(edge) || isNear(edge)), palette.accent, thin * 1.35);
  if (area.zoom >= cardZoom) {
    arrows(context, edges.filter((edge) => !isOn(edge) && !isNear(edge)), palette.edge);
    arrows(context, edges.filter((edge) => isOn(edge) || isNear(edge)), palette.accent);
    return;
  }
  paintNodes(context, { scene, looks, matched, selected }, area, palette);
}

function stroke(context: CanvasRenderingContext2D, edges: SceneEdge[], color: string, width: number): void {
  if (edges.length === 0) return;
  context.beginPath();
  for (const { points } of edges) trace(context, points);
  context.strokeStyle = color;
  context.lineWidth = width;
  context.stroke();
}

// trace follows a line: level where its points are level, else in a curve that begins and ends level.
function trace(context: CanvasRenderingContext2D, points: Point[]): void {
  let before = points[0]!;
  context.moveTo(before.x, before.y);
  for (const point of points.slice(1)) {
    if (point.y === before.y) context.lineTo(point.x, point.y);
    else {
      const middle = (before.x + point.x) / 2;
      context.bezierCurveTo(middle, before.y, middle, point.y, point.x, point.y);
    }
    before = point;
  }
}

const arrow = { length: 7, half: 3.5 };

function arrows(context: CanvasRenderingContext2D, edges: SceneEdge[], color: string): void {
  if (edges.length === 0) return;
  context.beginPath();
  for (const { points } of edges) {
    const end = points.at(-1)!;
    const direction = end.x >= points.at(-2)!.x ? 1 : -1;
    const back = end.x - direction * arrow.length;
    context.moveTo(end.x, end.y);
    context.lineTo(back, end.y - arrow.half);
    context.lineTo(back, end.y + arrow.half);
    context.closePath();
  }
  context.fillStyle = color;
  context.fill();
}

function paintNodes(context: CanvasRenderingContext2D, { scene, looks, matched, selected }: Picture, area: Area, palette: Palette): void {
  const byColor = new Map<string, GraphNode[]>();
  for (const node of scene.nodes) {
    if (!overlaps(nodeBox(node, scene), area)) continue;
    const color = matched && !matched.has(node.id) ? palette.faint : colorOf(node, looks, scene, palette);
    const list = byColor.get(color);
    if (list) list.push(node);
    else byColor.set(color, [node]);
  }
  byColor.forEach((nodes, color) => {
    context.beginPath();
    for (const { x, y } of nodes) context.rect(x, y, scene.nodeWidth, scene.nodeHeight);
    context.fillStyle = color;
    context.fill();
  });
  const node = selected && scene.byID.get(selected);
  if (!node) return;
  const line = Math.max(3, 2.5 / area.zoom);
  context.strokeStyle = palette.accent;
  context.lineWidth = line;
  context.strokeRect(node.x - line, node.y - line, scene.nodeWidth + 2 * line, scene.nodeHeight + 2 * line);
}

// colorOf is the color of a state that needs attention, else that of the location.
export function colorOf(node: GraphNode, looks: Looks, { hues }: Scene, palette: Palette): string {
  const tone = looks.get(node.id)?.tone;
  if (tone && tone !== 'idle' && tone !== 'fading') return palette.tones[tone];
  return palette.hues[hues.get(node.locationName) ?? 0]!;
}
