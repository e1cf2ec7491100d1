import { expectNoViolations } from './axe';
import { expect, signIn, test } from './fixtures';
import { deployedProject } from './project';

const field = 'Search nodes, columns, jobs, environments, runs and pages';

test('the palette finds nodes, columns, environments and runs, and nothing that the user cannot see', async ({ app, page, seed }) => {
  const orders = await deployedProject(seed);
  const failed = await orders.finished({ factor: 'n/a' }, 'failed');
  for (const colorScheme of ['dark', 'light'] as const) {
    await app.emulateMedia({ colorScheme });
    await app.goto('/projects');
    await expect(app.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
    await app.keyboard.press('Control+k');
    await app.getByPlaceholder(field).fill('core fct');
    await expect(app.getByRole('dialog').getByText('CORE.FCT_ORDER', { exact: true })).toBeVisible();
    await expectNoViolations(app, colorScheme);
  }
  await app.keyboard.press('Enter');
  await expect(app.getByRole('heading', { level: 1, name: 'CORE.FCT_ORDER' })).toBeVisible();

  await app.keyboard.press('Control+k');
  await app.getByPlaceholder(field).fill('amount');
  await app.getByText('CORE.FCT_ORDER.amount').click();
  await expect(app).toHaveURL(/\/columns\/CORE\.FCT_ORDER\/amount$/);

  await app.keyboard.press('Control+k');
  await app.getByPlaceholder(field).fill('production');
  await app.getByText('Environment in Orders').click();
  await expect(app).toHaveURL(new RegExp(`/environments/${orders.environment.id}$`));

  await app.goto(`/runs/${failed}?node=CORE.FCT_ORDER`);
  await app.getByRole('link', { name: 'Last runs' }).click();
  await expect(app.getByRole('link', { name: new RegExp(`^Durations, run ${failed}: failed`) })).toBeVisible();

  await app.context().clearCookies();
  await signIn(page, await seed.person('Rea'));
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(field).fill('fct_order');
  await expect(page.getByText('No results')).toBeVisible();
});
