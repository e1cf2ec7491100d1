import type { NodeResult } from '../../api/types';

const locations = ['RAW', 'STAGE', 'CORE', 'MART'];
const secondsPerNode = 2;
const parallelism = 16;

// generate returns the results of a run that ended: nodes with three statements each, some of them failed or skipped.
export function generate(count: number, start: number): NodeResult[] {
  return Array.from({ length: count }, (_, index) => resultAt(index, count, start));
}

function resultAt(index: number, count: number, start: number): NodeResult {
  const begin = start + Math.floor(index / parallelism) * secondsPerNode * 1_000;
  const startTime = new Date(begin).toISOString();
  const endTime = new Date(begin + secondsPerNode * 1_000 - (index % 7) * 100).toISOString();
  const name = `NODE_${index}`;
  const common = { nodeID: `node-${index}`, name, nodeType: 'Stage', locationName: locations[Math.floor((index * locations.length) / count)], isRunning: false };
  if (index % 500 === 3) return { ...common, runState: 'skipped', endTime, queryResults: [] };
  const isFailed = index % 500 === 2;
  return {
    ...common,
    runState: isFailed ? 'failed' : 'complete',
    startTime,
    endTime,
    error: isFailed ? { errorString: `Conversion Error in ${name}`, errorDetail: 'See sql for the statement that was sent.' } : undefined,
    queryResults: ['Empty table', 'Insert rows', 'Not null'].map((stage, number) => ({
      name: stage,
      type: number === 2 ? 'sqlTest' : 'sql',
      sql: `INSERT INTO "core"."${name}" SELECT * FROM "raw"."SOURCE_${index}"`,
      status: isFailed && number === 1 ? 'failed' : 'success',
      success: !isFailed,
      isRunning: false,
      startTime,
      endTime,
      rowsInserted: number === 1 ? index : undefined,
    })),
  };
}
