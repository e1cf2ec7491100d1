import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, openProjects, test } from './fixtures';
import { tabTo } from './keys';
import { Sample } from './sample';

test.use({ withSample: true });

const deployButton = (app: Page) => app.getByRole('button', { name: /^Deploy \d+ change/ });

// planned opens the review of a plan for the newest commit, with other parameters.
async function planned(app: Page, path: string, parameters: object): Promise<void> {
  await app.goto(path);
  await app.getByRole('button', { name: 'Continue' }).click();
  await app.getByLabel('Parameters').fill(JSON.stringify(parameters));
  await app.getByRole('button', { name: 'Make plan' }).click();
  await expect(app.getByRole('listbox', { name: 'Changes' })).toBeVisible();
}

test('a plan is reviewed, its loss confirmed, deployed and rolled back', { tag: '@core' }, async ({ app, seed }) => {
  const sample = await Sample.of(seed);
  const commit = await sample.dropColumn('DIM_CUSTOMER', 'email', 'Remove the e-mail address');
  await app.goto('/deploy');
  const row = app.getByRole('row', { name: /Production/ });
  await expect(row).toContainText('1 commit behind');
  await expect(row).toContainText('Healthy');
  await row.getByRole('link', { name: 'Deploy to Production' }).click();

  await expect(app).toHaveURL(new RegExp(`${sample.page(sample.production)}/deploy`));
  await expect(app.getByRole('radio', { name: /Remove the e-mail address/ })).toBeChecked();
  await expect(app.getByRole('radio', { name: /deployed/ })).not.toBeChecked();
  await expectAccessible(app, { isSimple: true });
  await app.getByRole('button', { name: 'Continue' }).click();
  await expect(app).toHaveURL(new RegExp(`commit=${commit}.*step=parameters|step=parameters.*commit=${commit}`));
  await app.getByLabel('Parameters').fill('{');
  await expect(app.getByText('This is not JSON')).toBeVisible();
  await app.getByRole('button', { name: 'Reset' }).click();
  await app.getByRole('button', { name: 'Make plan' }).click();

  const loss = app.getByRole('region', { name: /destroys data/ });
  await expect(loss).toContainText('CORE.DIM_CUSTOMER');
  await expect(loss).toContainText('Column email is dropped.');
  const values = /([\d,]+) values/.exec(await loss.innerText())![1]!;
  await expect(app.getByRole('region', { name: 'Change of CORE.DIM_CUSTOMER' })).toContainText('ALTER TABLE');
  await expect(app.getByRole('region', { name: /Difference of/ })).toContainText('c.email');
  await expectAccessible(app);

  // The address is enough to open the review again.
  await app.reload();
  await expect(deployButton(app)).toHaveAttribute('aria-disabled', 'true');
  await expect(deployButton(app)).toHaveAccessibleDescription(`Type ${values.replace(',', '')} to allow the loss of data.`);
  await loss.getByRole('textbox').fill('1');
  await expect(deployButton(app)).toHaveAttribute('aria-disabled', 'true');
  await loss.getByRole('textbox').fill(values);
  await app.keyboard.press('Enter');
  await expect(deployButton(app)).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(app.locator('[data-result="completed"]')).toContainText('Deployed to Production');
  await expect(app.getByRole('list', { name: 'Nodes' })).toContainText('Complete');
  await expectAccessible(app, { isSimple: true });

  await app.getByRole('link', { name: 'Go to Production' }).click();
  await app.getByRole('link', { name: 'History' }).click();
  const deployments = app.getByRole('listitem').filter({ hasText: 'The sample project' });
  await expect(app.getByRole('listitem').filter({ hasText: 'Remove the e-mail address' })).toContainText('now');
  await deployments.getByRole('button', { name: /^Roll back to deployment/ }).click();
  await expect(app.getByRole('region', { name: 'Counts' })).toContainText('Roll back to deployment');
  await expect(loss).toHaveCount(0);
  await deployButton(app).click();
  await expect(app.locator('[data-result="completed"]')).toBeVisible();
  await app.goto(sample.page(sample.production));
  await expect(app.getByText('1 commit behind')).toBeVisible();
});

test('a plan that no longer holds is made again', async ({ app, seed }) => {
  const sample = await Sample.of(seed);
  await sample.edit('STG_ORDERS', 'o.ordered_at,', 'o.ordered_at, o.status,', 'Orders with their status');
  await planned(app, sample.page(sample.production, '/deploy'), { region: 'north' });
  // The address is enough to know that the parameters are others.
  await app.reload();
  await expect(app.getByRole('list', { name: 'Steps' })).toContainText('Parameterschanged');
  await sample.patch(sample.production, { runTimeParameters: { day: '2026-01-31' } });
  // The page may have read the plan again before the click; then the button is disabled.
  await deployButton(app).click({ timeout: 3_000 }).catch(() => undefined);
  const stale = app.locator('[data-stale]');
  await expect(stale).toContainText('This plan no longer holds.');
  await expect(deployButton(app)).toHaveAttribute('aria-disabled', 'true');
  const address = app.url();
  await stale.getByRole('button', { name: 'Plan again' }).click();
  await expect(stale).toHaveCount(0);
  expect(app.url()).not.toBe(address);
  await deployButton(app).click();
  await expect(app.locator('[data-result="completed"]')).toBeVisible();
  const { runTimeParameters } = await seed.get<{ runTimeParameters: object }>(`/api/v1/environments/${sample.production.id}`);
  expect(runTimeParameters).toEqual({ region: 'north' });
  await app.getByRole('button', { name: 'Run Production' }).click();
  await expect(app).toHaveURL(/\/runs\/\d+$/);
});

test('a failed deployment blocks refreshes and is resumed', async ({ app, seed }) => {
  const sample = await Sample.of(seed);
  const commit = await sample.edit('DIM_PRODUCT', 'p.category,', 'cast(p.category AS integer) AS category,', 'Categories as numbers');
  const failed = await sample.deploy(sample.production, commit);
  await app.goto(`/deploy?health=failed`);
  const row = app.getByRole('row', { name: /Production/ });
  await expect(row).toContainText('Failed Deploy');
  await expect(app.getByRole('row', { name: /Development/ })).toHaveCount(0);
  await expect(row.getByRole('button', { name: 'Run Production' })).toHaveAttribute('aria-disabled', 'true');
  await expect(row.getByRole('button', { name: 'Run Production' })).toHaveAccessibleDescription(/blocks refreshes/);
  await row.getByRole('link', { name: 'Resume the deployment to Production' }).click();

  await expect(app).toHaveURL(new RegExp(`run=${failed}`));
  const result = app.locator('[data-result="failed"]');
  await expect(result).toContainText('The deployment failed');
  await expect(app.getByRole('list', { name: 'Nodes' })).toContainText(/CORE\.DIM_PRODUCT.*Failed.*(conver|cast)/i);
  await result.getByRole('button', { name: /^Resume \d+ step/ }).click();
  const dialog = app.getByRole('dialog', { name: 'Resume the deployment?' });
  await expect(dialog).toContainText('CORE.DIM_PRODUCT.category');
  await dialog.getByRole('button', { name: /^Resume/ }).click();
  await expect(app).toHaveURL(new RegExp(`run=(?!${failed}\\b)\\d+`));
  await expect(result).toContainText('The deployment failed');
});

test('a user can deploy without a mouse', async ({ app, seed }) => {
  const sample = await Sample.of(seed);
  await sample.edit('STG_ORDERS', 'o.ordered_at,', 'o.ordered_at, o.status,', 'Orders with their status');
  await openProjects(app);
  await app.keyboard.press('g');
  await app.keyboard.press('d');
  await expect(app.getByRole('row', { name: /Production/ })).toContainText('1 commit behind');
  await tabTo(app, /^Deploy to Production$/);
  await app.keyboard.press('Enter');
  await expect(app.getByRole('radio', { name: /Orders with their status/ })).toBeChecked();
  await tabTo(app, /^Continue$/);
  await app.keyboard.press('Enter');
  await expect(app.getByLabel('Parameters')).toBeVisible();
  await tabTo(app, /^Make plan$/);
  await app.keyboard.press('Enter');
  await expect(app.getByRole('listbox', { name: 'Changes' })).toBeVisible();
  await tabTo(app, /^Changes$/);
  await app.keyboard.press('End');
  await expect(app).toHaveURL(/node=/);
  await tabTo(app, /^Deploy \d+ change/);
  await app.keyboard.press('Enter');
  await expect(app.locator('[data-result="completed"]')).toBeVisible();
});

test('a commit that the list does not have is neither replaced nor deployed silently', async ({ app, seed }) => {
  const sample = await Sample.of(seed);
  const other = 'f'.repeat(40);
  await app.goto(`${sample.page(sample.production)}/deploy?commit=${other}`);
  await expect(app.getByRole('status').filter({ hasText: 'Commit fffffff is chosen.' })).toBeVisible();
  await expect(app.getByRole('radio', { name: /deployed/ })).not.toBeChecked();
  await app.getByRole('button', { name: 'Continue' }).click();
  await expect(app).toHaveURL(new RegExp(`commit=${other}`));
  await app.getByRole('button', { name: 'Make plan' }).click();
  await expect(app.getByRole('alert')).toContainText(other.slice(0, 7));
});
