import { fileURLToPath } from 'node:url';
import { expect, test } from '../e2e/fixtures';
import { Sample } from '../e2e/sample';

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));

test.use({ withSample: true, viewport: { width: 1280, height: 800 } });

// The pictures of README and docs, of the sample project with one failed run.
test('write the pictures', async ({ app, seed }) => {
  const sample = await Sample.of(seed);
  const workspace = `/projects/${sample.project}/workspaces/${Sample.workspace}`;
  const nodes = await seed.get<{ data: { id: string; name: string }[] }>(`/api/v1/workspaces/${Sample.workspace}/nodes`);
  const node = (name: string) => nodes.data.find((candidate) => candidate.name === name)!.id;
  await sample.run({ id: Sample.workspace }); // rows for the preview of a node
  const commit = await sample.edit('DIM_PRODUCT', 'p.category,', 'cast(p.category AS integer) AS category,', 'Categories as numbers');
  const failed = await sample.deploy(sample.development, commit);
  const schedule = await sample.schedule(sample.production, 'Every morning');
  for (const [name, path] of [
    ['deploy', `/projects/${sample.project}/deploy`],
    ['environment', sample.page(sample.production)],
    ['runs', '/runs'],
    ['run-failed', `/runs/${failed}`],
    ['build', `${workspace}/build`],
    ['node', `${workspace}/nodes/${node('REVENUE_BY_MONTH')}`],
    ['changes', `${workspace}/changes`],
    ['schedule', `/schedules/${schedule.id}`],
    ['catalog', `/catalog/${sample.production.id}`],
    ['lineage', `/catalog/${sample.production.id}/columns/MART.REVENUE_BY_MONTH/revenue`],
    ['roles', '/admin/roles'],
    ['welcome', '/welcome'],
  ] as const) {
    await app.goto(path);
    await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(app.locator('[aria-busy="true"]')).toHaveCount(0);
    if (name === 'node') await expect(app.getByRole('region', { name: 'Preview rows' })).toBeVisible();
    await app.screenshot({ path: `${folder}${name}.png` });
  }
});
