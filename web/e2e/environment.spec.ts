import { expectAccessible } from './axe';
import { expect, signIn, test } from './fixtures';
import { Sample } from './sample';

test.use({ withSample: true });

test('the environment page shows the failure first, then the facts and the nodes', async ({ app, seed }) => {
  const sample = await Sample.of(seed);
  const commit = await sample.edit('STG_ORDERS', '@testRange(1, 1000)', '@testRange(1, 2)', 'Only small orders');
  await sample.deploy(sample.production, commit);
  const run = await sample.run(sample.production);
  await app.goto(sample.page(sample.production));
  const failure = app.locator('[data-failure]');
  await expect(failure).toContainText('The last refresh failed: run');
  await expect(failure).toContainText(/STG_ORDERS › .*rows? failed/);
  await expect(app.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Deploy' })).toHaveAttribute('aria-current', 'page');
  await expect(failure.getByRole('link', { name: 'See the error' })).toHaveAttribute('href', `/runs/${run}`);
  await expect(app.getByRole('region', { name: 'Nodes and their health' }).getByRole('row').nth(1)).toContainText('STAGE.STG_ORDERS');
  await expectAccessible(app, { isSimple: true });

  await app.goto('/deploy?health=failed');
  await expect(app.getByRole('row', { name: /Production/ })).toContainText(/1 failed, \d+ stale/);
  await expect(app.getByRole('row', { name: /Development/ })).toHaveCount(0);
  await expect(app.getByRole('link', { name: new RegExp(`Production, run ${run}`) })).toHaveAttribute('href', `/runs/${run}`);
  await expectAccessible(app, { isSimple: true });

  await app.goto(sample.page(sample.production, '?tab=nodes'));
  await app.getByLabel('Filter nodes').fill('STG_');
  await app.getByText('By location').click();
  await expect(app).toHaveURL(/sort=location/);
  await expect(app.getByRole('row', { name: /STG_ORDERS/ })).toContainText('Failed');
  await expect(app.getByRole('row', { name: /DIM_CUSTOMER/ })).toHaveCount(0);
  await app.getByRole('button', { name: 'Run Production' }).click();
  await expect(app).toHaveURL(/\/runs\/\d+$/);
});

test('settings of an environment are changed on its page', async ({ app, seed }) => {
  const sample = await Sample.of(seed);
  await sample.schedule(sample.production, 'Every morning');
  await app.goto(sample.page(sample.production, '?tab=schedules'));
  await expect(app.getByText('next 06:15 Europe/Berlin')).toBeVisible();
  await app.getByRole('button', { name: 'Pause schedule Every morning' }).click();
  await expect(app.getByText('paused', { exact: true })).toBeVisible();
  await app.getByRole('button', { name: 'Resume schedule Every morning' }).click();
  await expect(app.getByRole('button', { name: 'Pause schedule Every morning' })).toBeVisible();

  await app.getByRole('link', { name: 'Parameters' }).click();
  await app.getByLabel('Parameters').fill('{"day": "2026-01-31"}');
  await app.getByRole('button', { name: 'Save' }).click();
  await expect(app.getByLabel('Parameters')).toHaveValue('{\n  "day": "2026-01-31"\n}');

  await app.getByRole('link', { name: 'Storage mappings' }).click();
  await app.getByRole('button', { name: 'Add mapping' }).click();
  const rows = app.getByRole('region', { name: 'Storage mappings' }).getByRole('row');
  const last = rows.last();
  await last.getByLabel(/^Location/).fill('EXTRA');
  await last.getByLabel(/^Schema/).fill('extra_schema');
  await last.getByLabel(/^Read only/).check();
  await app.getByRole('button', { name: 'Save' }).click();
  await expect(app.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
  await app.reload();
  await expect(app.getByRole('textbox', { name: /^Location/ }).first()).toBeVisible();
  expect(await app.getByRole('textbox', { name: /^Location/ }).evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))).toContain('EXTRA');
  expect(await app.getByRole('checkbox', { name: /^Read only/ }).evaluateAll((boxes) => boxes.filter((box) => (box as HTMLInputElement).checked).length)).toBe(1);
  await app.getByRole('link', { name: 'Connection', exact: true }).click();
  await app.getByLabel('Worker label').fill('eu');
  await app.getByRole('button', { name: 'Save label' }).click();
  await app.reload();
  await expect(app.getByLabel('Worker label')).toHaveValue('eu');
  for (const tab of ['parameters', 'mappings', 'connection', 'access', 'history', 'schedules']) {
    await app.goto(sample.page(sample.production, `?tab=${tab}`));
    await expect(app.getByRole('heading', { level: 1, name: 'Production' })).toBeVisible();
    await expectAccessible(app, { isSimple: true });
  }
});

test('a user who may only read sees no button that would be rejected', async ({ page, seed }) => {
  const sample = await Sample.of(seed);
  const person = await seed.person('Rea');
  await sample.grant(person, sample.production, 'reader');
  await sample.schedule(sample.production, 'Every morning');
  await signIn(page, person);
  await page.goto('/deploy');
  const row = page.getByRole('row', { name: /Production/ });
  await expect(row).toContainText('Healthy');
  await expect(page.getByRole('row', { name: /Development/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Create environment' })).toHaveCount(0);
  for (const name of [/^Deploy/, /^Run/, /^Delete/]) {
    await expect(row.getByRole('button', { name })).toHaveCount(0);
    await expect(row.getByRole('link', { name })).toHaveCount(0);
  }
  await row.getByRole('button', { name: 'More about Production' }).click();
  await expect(page.getByRole('menuitem', { name: 'Parameters' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /Delete/ })).toHaveCount(0);

  await page.getByRole('menuitem', { name: 'Parameters' }).click();
  await expect(page.getByLabel('Parameters')).toHaveAttribute('readonly', '');
  for (const tab of ['parameters', 'mappings', 'connection', 'history', 'schedules', 'overview']) {
    await page.goto(sample.page(sample.production, `?tab=${tab}`));
    await expect(page.getByRole('heading', { level: 1, name: 'Production' })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Save|Add|Remove|Pause|Resume|Roll back|^Run|^Deploy/ })).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  await page.goto(sample.page(sample.production, '/deploy'));
  await expect(page.getByText('You cannot deploy to Production')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
