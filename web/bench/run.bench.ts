import { expect, test } from '../e2e/fixtures';

interface Frames {
  median: number;
  p95: number;
  worst: number;
  slow: number;
  count: number;
}

interface Figures {
  compute: number;
  firstDraw: number;
  log: number;
  timeline: Frames;
  table: Frames;
}

test.use({ viewport: { width: 1440, height: 900 } });

test('page of a run with 10,000 nodes', async ({ app }) => {
  await app.goto('/bench/run?nodes=10000');
  const text = await app.locator('[data-figures]').getAttribute('data-figures', { timeout: 60_000 });
  const { compute, firstDraw, log, timeline, table } = JSON.parse(text!) as Figures;
  console.log(`run of 10000 nodes: new results ${compute.toFixed(0)} ms, first draw ${firstDraw.toFixed(0)} ms, lines of the log ${log.toFixed(0)} ms`);
  for (const [name, { median, p95, worst, slow, count }] of Object.entries({ 'scroll of the timeline': timeline, 'scroll of the table': table })) {
    console.log(`  ${name}: median ${median.toFixed(1)} ms, 95 % ${p95.toFixed(1)} ms, worst ${worst.toFixed(1)} ms, ${slow} of ${count} frames over 34 ms`);
  }
  // The last row is in view, and only the rows near it exist.
  const rows = app.getByRole('region', { name: 'Nodes' }).getByRole('row');
  await expect(rows.last()).toHaveAttribute('aria-rowindex', '10001');
  expect(await rows.count()).toBeLessThan(100);
});
