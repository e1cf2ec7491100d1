import { expect, test } from './fixtures';
import { administrator } from './server';

test.use({ withSample: true });

test('the first sign-in leads from the sample to a successful run, a token and the own project', { tag: '@core' }, async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(administrator.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome, Admin\. The sample ran in [\d.]+ m?s\.$/);
  const run = page.getByRole('region', { name: 'Run of the sample' });
  await expect(run).toContainText('11 of 11 nodes');
  await expect(run.getByRole('listitem').filter({ hasText: 'REVENUE_BY_MONTH' }).last()).toContainText('complete');

  const first = /Run (\d+) of/.exec(await run.innerText())![1]!;
  await run.getByRole('button', { name: 'Run again' }).click();
  await expect(run).not.toContainText(`Run ${first} of`);
  await expect(run).toContainText('Completed');
  await expect(run).toContainText('11 of 11 nodes');

  await page.getByRole('button', { name: 'Generate Access Token' }).click();
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Access token' }).locator('code')).toHaveText(/^mrt_/);
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('link', { name: 'Import: Import from git' }).click();
  await expect(page.getByRole('dialog', { name: 'Create project' }).getByLabel('Repository')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/projects$/);

  // It was seen: the next sign-in leads to the projects. The page stays reachable.
  await page.goto('/');
  await expect(page).toHaveURL(/\/projects$/);
});

test('a newcomer gets from the first start to a successful run within a minute', async ({ page }) => {
  test.setTimeout(60_000); // with the start of the server
  await page.goto('/');
  await page.getByLabel('E-mail').fill(administrator.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const run = page.getByRole('region', { name: 'Run of the sample' });
  await expect(run).toContainText('11 of 11 nodes');
  const first = /Run (\d+) of/.exec(await run.innerText())![1]!;
  await run.getByRole('button', { name: 'Run again' }).click();
  await expect(run).not.toContainText(`Run ${first} of`);
  await expect(run).toContainText('Completed');
});

test('the first task opens a node in the editor', async ({ app }) => {
  await app.goto('/welcome');
  await app.getByRole('link', { name: 'Open REVENUE_BY_MONTH' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'REVENUE_BY_MONTH' })).toBeVisible();
  await expect(app.getByRole('textbox', { name: 'SQL of REVENUE_BY_MONTH' })).toBeVisible();
});

test('the sample is broken in the workspace and repaired', async ({ app }) => {
  await app.goto('/welcome');
  await app.getByRole('button', { name: 'Break FCT_ORDER' }).click();
  await expect(app).toHaveURL(/\/runs\/\d+/);
  await expect(app.getByText('Failed').first()).toBeVisible();
  await app.goto(new URL(app.url()).pathname); // a failed run opens on its first error
  await expect(app.getByText(/many/).first()).toBeVisible();
  await app.goto('/welcome');
  await app.getByRole('button', { name: 'Repair FCT_ORDER and run' }).click();
  await expect(app).toHaveURL(/\/runs\/\d+/);
  await expect(app.getByText('Completed').first()).toBeVisible();
  await app.goto('/welcome');
  await expect(app.getByRole('heading', { name: 'Break it, and repair it Done' })).toBeVisible();
  await expect(app.getByRole('button', { name: 'Break FCT_ORDER' })).toBeVisible();
});
