import { test } from '../e2e/fixtures';

interface Frames {
  median: number;
  p95: number;
  worst: number;
  slow: number;
  count: number;
}

interface Figures {
  nodes: number;
  edges: number;
  firstDraw: number;
  far: Frames;
  cards: Frames;
}

test.use({ viewport: { width: 1440, height: 900 } });

for (const nodes of [1_000, 5_000]) {
  test(`graph of ${nodes} nodes`, async ({ app }) => {
    const client = await app.context().newCDPSession(app);
    await client.send('Performance.enable', { timeDomain: 'threadTicks' });
    await app.goto(`/bench/graph?nodes=${nodes}`);
    const text = await app.locator('[data-figures]').getAttribute('data-figures', { timeout: 60_000 });
    const { edges, firstDraw, far, cards } = JSON.parse(text!) as Figures;
    // Frames on a busy machine say little; the CPU time of the main thread is that of this page alone.
    const { metrics } = await client.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')!.value;
    console.log(`${nodes} nodes, ${edges} edges: first draw ${firstDraw.toFixed(0)} ms, CPU time of the main thread ${seconds.toFixed(2)} s`);
    for (const [name, frames] of Object.entries({ 'pan of the canvas': far, 'pan of cards': cards })) {
      const { median, p95, worst, slow, count } = frames;
      console.log(`  ${name}: median ${median.toFixed(1)} ms, 95 % ${p95.toFixed(1)} ms, worst ${worst.toFixed(1)} ms, ${slow} of ${count} frames over 34 ms`);
    }
  });
}
