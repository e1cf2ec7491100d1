import { readFile } from 'node:fs/promises';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { deployedProject } from './project';

test('the log shows a run line by line', async ({ app, seed }) => {
  const orders = await deployedProject(seed);
  const failed = await orders.finished({ factor: 'none' }, 'failed');
  await app.goto(`/runs/${failed}`);
  await app.getByRole('navigation', { name: 'Picture of the run' }).getByRole('link', { name: 'Log' }).click();
  await expect(app).toHaveURL(/view=log/);
  const lines = app.getByRole('region', { name: 'Log' }).getByRole('listitem');
  await expect(lines.first()).toContainText('Refresh of 5 nodes requested');
  await expect(lines.nth(1)).toContainText('Run started');
  await expect(lines.filter({ hasText: /CORE\.ORDERS started/ })).toHaveCount(1);
  await expect(lines.filter({ hasText: /CORE\.ORDERS .*3 rows inserted/ })).toHaveCount(1);
  await expect(lines.filter({ hasText: /CORE\.FCT_ORDER failed after .*Could not convert string/ })).toHaveCount(1);
  await expect(lines.filter({ hasText: /CORE\.REVENUE skipped/ })).toHaveCount(1);
  await expect(lines.last()).toContainText('Run failed');
  await expectNoViolations(app);

  // A line and a node have an address.
  await lines.nth(1).getByRole('link', { name: 'Link to line 2' }).click();
  await expect(app).toHaveURL(/line=2/);
  await expect(lines.nth(1)).toHaveAttribute('data-current', 'true');
  await lines.filter({ hasText: /CORE\.REVENUE skipped/ }).getByRole('link', { name: 'CORE.REVENUE' }).click();
  await expect(app.getByRole('heading', { name: 'CORE.REVENUE' })).toBeVisible();
  const download = app.waitForEvent('download');
  await app.getByRole('button', { name: 'Download' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.split('\n').length).toBe((await lines.count()) + 1);
  expect(text).toContain('CORE.FCT_ORDER: failed');
});

test('a running run estimates the time left, unless a node never ran', async ({ app, seed }) => {
  const orders = await deployedProject(seed);
  const first = await orders.run({ wait: 3600 });
  await app.goto(`/runs/${first}`);
  await expect(app.getByText('4 of 5 nodes done.')).toBeVisible();
  await expect(app.getByText('Time left, estimated')).toHaveCount(0);
  await seed.post('/scheduler/cancelRun', { runID: first });
  await expect(app.getByText('Canceled after 4 of 5 nodes.')).toBeVisible();

  await orders.finished({}, 'completed');
  const second = await orders.run({ wait: 3600 });
  await app.goto(`/runs/${second}?view=log`);
  await expect(app.getByText('Time left, estimated')).toBeVisible();
  await expect(app.getByText('longer than usual')).toBeVisible();
  const lines = app.getByRole('region', { name: 'Log' }).getByRole('listitem');
  await expect(lines.filter({ hasText: 'CORE.STG_ORDERS' }).last()).toContainText('statement');
  await expect(app.getByRole('switch', { name: 'Follow' })).toBeChecked();
  await expectNoViolations(app);
  await seed.post('/scheduler/cancelRun', { runID: second });
  await expect(lines.last()).toContainText('Run canceled');
  await expect(app.getByText('Time left, estimated')).toHaveCount(0);
});
