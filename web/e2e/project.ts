import { gzipSync } from 'node:zlib';
import type { Seed } from './seed';

// The nodes of a small project whose run parameters determine what happens: STG_ORDERS waits for a number of seconds,
// FCT_ORDER fails while its factor is not a number, REVENUE is skipped then, and a test of CUSTOMERS fails for the id in
// the parameter flaw.
const queries: Record<string, string> = {
  ORDERS: `SELECT cast(v.id AS integer) AS id FROM (VALUES (1), (2), (3)) AS v(id)`,
  STG_ORDERS: `SELECT o.id, cast(pg_sleep({{ parameters.wait | default(0) }}) AS varchar) AS slept FROM {{ ref('CORE', 'ORDERS') }} AS o`,
  FCT_ORDER: `SELECT o.id,\n  cast('{{ parameters.factor | default('7') }}' AS integer) AS amount\nFROM {{ ref('CORE', 'ORDERS') }} AS o`,
  REVENUE: `SELECT f.id FROM {{ ref('CORE', 'FCT_ORDER') }} AS f`,
  CUSTOMERS: `SELECT nullif(o.id, {{ parameters.flaw | default(0) }}) AS id @testNotNull FROM {{ ref('CORE', 'ORDERS') }} AS o`,
};

// projectFiles returns the project; changes replace the queries of nodes.
export function projectFiles(changes: Record<string, string> = {}): Record<string, string> {
  const files: Record<string, string> = {
    'data.yml': 'defaultStorageMapping: CORE\nfileVersion: 3\nplatformKind: duckdb\n',
    'locations.yml': 'defaultStorageMapping: CORE\nfileVersion: 1\nlocations:\n  - CORE\n',
  };
  Object.entries({ ...queries, ...changes }).forEach(([name, query], index) => {
    files[`nodes/CORE-${name}.sql`] = `@id("7d0c0a0e-0000-4000-8000-00000000000${index}")\n@nodeType("Stage")\n${query}\n`;
  });
  return files;
}

export interface Deployed {
  environment: { id: string; name: string };
  // run starts a refresh with these parameters and returns its number.
  run: (parameters?: Record<string, unknown>) => Promise<string>;
  // finished starts a refresh and waits for its end.
  finished: (parameters: Record<string, unknown>, status: string) => Promise<string>;
  deploy: (changes?: Record<string, string>) => Promise<void>;
}

// deployedProject creates a project and deploys it to an environment, through the public API.
export async function deployedProject(seed: Seed, environmentName = 'Production'): Promise<Deployed> {
  const project = await seed.project('Orders');
  const environment = await seed.environment(project.id, environmentName);
  const deploy = async (changes: Record<string, string> = {}) => {
    const plan = await seed.post<{ id: string }>(`/api/v1/environments/${environment.id}/plans`, archive(projectFiles(changes)));
    const { runCounter } = await seed.post<{ runCounter: number }>(`/api/v1/plans/${plan.id}/deploy`, {});
    await awaitRun(seed, `${runCounter}`, 'completed');
  };
  const run = async (parameters: Record<string, unknown> = {}) => {
    const body = { runDetails: { environmentID: environment.id }, parameters };
    return `${(await seed.post<{ runCounter: number }>('/scheduler/startRun', body)).runCounter}`;
  };
  const finished = async (parameters: Record<string, unknown>, status: string) => {
    const runID = await run(parameters);
    await awaitRun(seed, runID, status);
    return runID;
  };
  await deploy();
  return { environment, run, finished, deploy };
}

// awaitRun follows the events of a run until it ends.
export async function awaitRun(seed: Seed, runID: string, status: string): Promise<void> {
  const response = await seed.stream(`/api/v1/events?runID=${runID}`);
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const states = [...text.matchAll(/"runStatus":"(\w+)"/g)].map(([, state]) => state);
    const last = states.at(-1);
    if (last === status) return;
    if (last && last !== 'running' && last !== 'waitingToRun') throw new Error(`run ${runID} is ${last}, want ${status}`);
  }
  throw new Error(`the stream of run ${runID} ended`);
}

// archive packs files as tar.gz, the format in which a project is uploaded.
export function archive(files: Record<string, string>): Blob {
  const blocks: Buffer[] = [];
  for (const [name, content] of Object.entries(files)) {
    const body = Buffer.from(content);
    blocks.push(header(name, body.length), body, Buffer.alloc((512 - (body.length % 512)) % 512));
  }
  blocks.push(Buffer.alloc(1024));
  return new Blob([gzipSync(Buffer.concat(blocks))], { type: 'application/gzip' });
}

function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0);
  block.write('0000644\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('00000000000\0', 136);
  block.write('        ', 148);
  block.write('0', 156);
  block.write('ustar', 257);
  block.write('00', 263);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
