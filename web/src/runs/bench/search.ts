export interface RunBenchSearch {
  nodes: number;
}

// runBenchSearch reads how many nodes the run has: 10,000 unless the address says otherwise.
export function runBenchSearch(raw: Record<string, unknown>): RunBenchSearch {
  const nodes = Number(raw.nodes);
  return { nodes: Number.isInteger(nodes) && nodes > 0 && nodes <= 20_000 ? nodes : 10_000 };
}
