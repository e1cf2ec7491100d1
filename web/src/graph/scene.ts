import type { GraphEdge, GraphNode, NodeGraph } from '../api/graphs';

export interface Point {
  x: number;
  y: number;
}

export interface Rectangle extends Point {
  width: number;
  height: number;
}

// SceneEdge is the line of an edge, with the box around it.
export interface SceneEdge {
  from: GraphNode;
  to: GraphNode;
  points: Point[];
  box: Rectangle;
}

// Scene is a graph prepared for drawing: lines, neighbors, and the number of each location's color.
export interface Scene {
  nodes: GraphNode[];
  edges: SceneEdge[];
  byID: Map<string, GraphNode>;
  parents: Map<string, GraphNode[]>;
  children: Map<string, GraphNode[]>;
  hues: Map<string, number>;
  width: number;
  height: number;
  nodeWidth: number;
  nodeHeight: number;
}

const hueCount = 8;

export function sceneOf(graph: NodeGraph): Scene {
  const { nodes, width, height, nodeWidth, nodeHeight } = graph;
  const byID = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map<string, GraphNode[]>();
  const children = new Map<string, GraphNode[]>();
  const edges: SceneEdge[] = [];
  for (const edge of graph.edges) {
    const from = byID.get(edge.from);
    const to = byID.get(edge.to);
    if (!from || !to) continue;
    const points = pointsOf(edge, from, to, graph);
    edges.push({ from, to, points, box: boxOf(points) });
    append(parents, to.id, from);
    append(children, from.id, to);
  }
  return { nodes, edges, byID, parents, children, hues: huesOf(graph.locations), width, height, nodeWidth, nodeHeight };
}

// huesOf numbers the colors of locations by their order, so that a location keeps its color on every page.
export function huesOf(locations: { name: string }[]): Map<string, number> {
  return new Map(locations.map(({ name }, index) => [name, index % hueCount]));
}

function append(lists: Map<string, GraphNode[]>, id: string, node: GraphNode): void {
  const list = lists.get(id);
  if (list) list.push(node);
  else lists.set(id, [node]);
}

function pointsOf(edge: GraphEdge, from: GraphNode, to: GraphNode, { nodeWidth, nodeHeight }: NodeGraph): Point[] {
  if (edge.points) return edge.points.map(([x = 0, y = 0]) => ({ x, y }));
  const [left, right] = edge.isReversed ? [to, from] : [from, to];
  const line = [
    { x: left.x + nodeWidth, y: left.y + nodeHeight / 2 },
    { x: right.x, y: right.y + nodeHeight / 2 },
  ];
  return edge.isReversed ? line.toReversed() : line;
}

function boxOf(points: Point[]): Rectangle {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

export function overlaps(a: Rectangle, b: Rectangle): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

export const nodeBox = (node: GraphNode, { nodeWidth, nodeHeight }: Scene): Rectangle => ({
  x: node.x,
  y: node.y,
  width: nodeWidth,
  height: nodeHeight,
});

export function nodeAt({ x, y }: Point, scene: Scene): GraphNode | undefined {
  const { nodeWidth, nodeHeight } = scene;
  return scene.nodes.find((node) => x >= node.x && x <= node.x + nodeWidth && y >= node.y && y <= node.y + nodeHeight);
}
