import { readFile } from 'node:fs/promises';
import { expectAccessible } from './axe';
import { expect, test } from './fixtures';
import { Sample } from './sample';

test.use({ withSample: true });

test('the catalog leads from a search to a node, and from a column to its lineage', { tag: '@core' }, async ({ app, seed }) => {
  const sample = await Sample.of(seed);
  await app.goto('/catalog');
  await expect(app.getByRole('group', { name: 'Documentation coverage' })).toContainText('Columns described');
  await app.getByLabel('Environment').selectOption({ label: 'Sample warehouse · Production' });
  await app.getByLabel('Search nodes and columns').fill('revenue');
  await expect(app).toHaveURL(/q=revenue/);
  await expect(app.getByRole('row', { name: /MART\.REVENUE_BY_MONTH/ })).toBeVisible();
  await expect(app.getByRole('row', { name: /RAW\.ORDERS/ })).toHaveCount(0);
  // A link to the catalog clears the field with the address.
  await app.getByRole('link', { name: 'Catalog', exact: true }).first().click();
  await expect(app.getByLabel('Search nodes and columns')).toHaveValue('');
  await expect(app.getByRole('row', { name: /RAW\.ORDERS/ })).toBeVisible();
  await app.goto(`/catalog?environment=${sample.production.id}&q=revenue`);

  await app.getByRole('link', { name: 'MART.REVENUE_BY_MONTH' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'MART.REVENUE_BY_MONTH' })).toBeVisible();
  await expect(app.getByRole('link', { name: 'CORE.FCT_ORDER' })).toBeVisible();
  await expect(app.getByText(/^Duration/)).toBeVisible();

  await app.getByRole('region', { name: 'Columns' }).getByRole('link', { name: 'revenue', exact: true }).click();
  await expect(app).toHaveURL(`/catalog/${sample.production.id}/columns/MART.REVENUE_BY_MONTH/revenue`);
  await expect(app.getByText(/^Comes from \d+ columns in \d+ nodes/)).toBeVisible();
  const amount = app.getByRole('button', { name: /^CORE\.FCT_ORDER\.amount/ });
  await app.getByRole('button', { name: /^MART\.REVENUE_BY_MONTH\.revenue/ }).focus();
  await app.keyboard.press('ArrowLeft');
  await expect(amount).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(app).toHaveURL(/look=CORE\.FCT_ORDER\.amount/);
  const panel = app.getByRole('complementary', { name: 'Selected column' });
  await expect(panel).toContainText('If this column changes');
  await expect(panel.getByRole('link', { name: 'REVENUE_BY_MONTH.revenue' })).toBeVisible();
  await amount.blur(); // no tooltip
  await app.mouse.move(0, 0);
  await expect(app.getByRole('tooltip')).toHaveCount(0); // it fades out
  await expectAccessible(app, { isSimple: true });

  await app.getByRole('link', { name: 'Table', exact: true }).click();
  await expect(app.getByRole('region', { name: 'Lineage as a table' }).getByRole('row', { name: /FCT_ORDER\.amount ƒ transform/ }).first()).toBeVisible();
  const [file] = await Promise.all([app.waitForEvent('download'), app.getByRole('button', { name: 'CSV' }).click()]);
  expect(await readFile(await file.path(), 'utf8')).toContain('CORE.FCT_ORDER,amount,MART.REVENUE_BY_MONTH,revenue,transform');
  await app.getByRole('link', { name: 'Where it goes' }).click();
  await expect(app.getByText('Nothing reads this column.').first()).toBeVisible();
});

test('tables of the connection become sources of the workspace', async ({ app, seed }) => {
  const sample = await Sample.of(seed);
  await sample.run({ id: Sample.workspace }, { includeNodesSelector: '{ ORDERS } OR { PRODUCTS }' });
  await app.goto(`/projects/${sample.project}/workspaces/${Sample.workspace}/sources`);
  await app.getByRole('button', { name: /RAW/i }).click();
  await expect(app).toHaveURL(/schema=/);
  await app.getByRole('button', { name: 'Columns of ORDERS' }).click();
  await expect(app.getByText('quantity')).toBeVisible();
  await app.getByRole('checkbox', { name: 'ORDERS' }).check();
  await app.getByRole('checkbox', { name: 'PRODUCTS' }).check();
  await app.getByLabel('Location', { exact: true }).selectOption({ label: 'New location…' });
  await app.getByLabel('Name of the new location').fill('LANDING');
  await expectAccessible(app, { isSimple: true });
  await app.getByRole('button', { name: 'Add 2 sources' }).click();
  await expect(app.getByRole('status').filter({ hasText: '2 sources added' })).toContainText('LANDING.ORDERS, LANDING.PRODUCTS');
  await expect(app.getByRole('row', { name: /ORDERS/ })).toContainText('LANDING.ORDERS');
});
