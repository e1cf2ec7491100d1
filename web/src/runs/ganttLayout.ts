import type { NodeResult } from '../api/types';
import { clockTime } from './duration';

export interface GanttRow {
  node: NodeResult;
  // The name of the location, in the first row of its nodes.
  lane?: string;
}

// What has not begun comes after all times, which are texts of equal form.
const begin = (node: NodeResult) => node.startTime ?? '9';
const byBegin = (a: NodeResult, b: NodeResult) => (begin(a) < begin(b) ? -1 : Number(begin(a) > begin(b)));

// ganttRows groups the nodes by location. Locations are in the order in which they began, nodes too; what has not begun
// comes last.
export function ganttRows(nodes: NodeResult[]): GanttRow[] {
  const lanes = new Map<string, NodeResult[]>();
  for (const node of nodes.toSorted(byBegin)) {
    const lane = node.locationName ?? '';
    const members = lanes.get(lane);
    if (members) members.push(node);
    else lanes.set(lane, [node]);
  }
  return [...lanes].flatMap(([lane, members]) => members.map((node, index) => ({ node, lane: index === 0 ? lane : undefined })));
}

export interface Tick {
  at: number;
  label: string;
}

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400].map((seconds) => seconds * 1_000);
const shortSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const mostTicks = 6;

// ticksOf returns round times between start and end or, for less than two seconds, milliseconds since the start.
export function ticksOf(start: number, end: number): Tick[] {
  if (end - start < 2_000) {
    const step = shortSteps.find((candidate) => (end - start) / candidate <= mostTicks) ?? 500;
    return Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, index) => ({ at: start + index * step, label: `${index * step} ms` }));
  }
  const step = steps.find((candidate) => (end - start) / candidate <= mostTicks) ?? 86_400_000;
  const ticks: Tick[] = [];
  for (let at = Math.ceil(start / step) * step; at <= end; at += step) ticks.push({ at, label: clockTime(at) });
  return ticks;
}

// percent returns the position of a time between start and end as a length of CSS.
export function percent(at: number, start: number, end: number): string {
  const share = end > start ? (at - start) / (end - start) : 0;
  return `${(Math.min(1, Math.max(0, share)) * 100).toFixed(3)}%`;
}
