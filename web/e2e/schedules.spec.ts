import { expectAccessible } from './axe';
import { expect, signIn, test } from './fixtures';
import { Sample } from './sample';

test.use({ withSample: true });

test('a schedule is created, corrected, changed, run, paused and deleted', { tag: '@core' }, async ({ app, seed }) => {
  const sample = await Sample.of(seed);
  await app.goto(sample.page(sample.production, '?tab=schedules'));
  await app.getByRole('link', { name: 'New schedule' }).click();
  await expect(app.getByRole('combobox', { name: 'Environment' })).toHaveValue(sample.production.id);
  const create = app.getByRole('button', { name: 'Create schedule' });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await app.getByLabel('Name').fill('Every morning');
  await app.getByLabel('Time zone').fill('Europe/Berlin');
  await app.getByRole('radio', { name: 'Selectors' }).check({ force: true });
  await app.getByRole('textbox', { name: 'Include' }).fill('+{ location: MART }');

  await app.getByRole('radio', { name: 'Cron text' }).check({ force: true });
  await app.getByLabel('Cron', { exact: true }).fill('30 25 * * MON-FRI');
  await expect(app.locator('[data-cron-problem]')).toContainText('hour 25 is above the maximum, 23');
  await expect(app.locator('u[data-wrong]')).toHaveText('25');
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(app, { isSimple: true });
  await app.getByLabel('Cron', { exact: true }).fill('30 6 * * MON-FRI');
  const times = app.getByRole('region', { name: 'Next five times' }).getByRole('listitem');
  await expect(times).toHaveCount(5);
  await expect(times.first()).toContainText(/(Mon|Tue|Wed|Thu|Fri) \d+ \w+, 06:30/);
  await expect(app.getByText(/Clocks change on \d+ \w+ \d{4}: 06:30 is 0[45]:30 UTC from then on/)).toBeVisible();
  await app.getByRole('radio', { name: 'Form' }).check({ force: true });
  await expect(app.getByRole('button', { name: 'Fri' })).toHaveAttribute('aria-pressed', 'true');
  await expect(app.getByRole('button', { name: 'Sat' })).toHaveAttribute('aria-pressed', 'false');
  await create.click();

  await expect(app).toHaveURL(/\/schedules\/[0-9a-f-]{36}$/);
  await expect(app.getByText('Runs selected nodes in Production on weekdays at 06:30, Europe/Berlin. Next in')).toBeVisible();
  await expect(app.getByRole('heading', { name: 'It has not fired yet' })).toBeVisible();
  await expectAccessible(app, { isSimple: true });

  await app.getByRole('button', { name: 'Sat' }).click();
  await app.getByLabel('Retries').fill('2');
  await expect(app.getByRole('switch', { name: 'Also run now' })).not.toBeChecked();
  await app.getByRole('button', { name: 'Save 2 changes' }).click();
  await expect(app.getByText('on Mon, Tue, Wed, Thu, Fri, Sat at 06:30')).toBeVisible();
  await expect(app.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await expect(app.getByRole('heading', { name: 'It has not fired yet' })).toBeVisible();

  await app.getByRole('button', { name: 'Run now' }).click();
  await expect(app).toHaveURL(/\/runs\/\d+/);
  await app.goBack();
  const row = app.getByRole('region', { name: 'Firings' }).getByRole('row').nth(1);
  await expect(row).toContainText('Completed');
  await expect(row).toContainText('Run now');
  await app.getByRole('radio', { name: 'Not completed' }).check({ force: true });
  await expect(app).toHaveURL(/firings=notCompleted/);
  await expect(app.getByRole('heading', { name: 'No firing matches' })).toBeVisible();

  await app.getByRole('button', { name: 'Pause' }).click();
  await expect(app.getByText('Paused', { exact: true })).toBeVisible();
  await app.getByRole('button', { name: 'More about Every morning' }).click();
  await app.getByRole('menuitem', { name: 'Delete schedule…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Delete schedule Every morning?' });
  await expect(dialog).toContainText('its history of 1 firing is lost');
  await dialog.getByRole('button', { name: 'Delete schedule' }).click();
  await expect(app).toHaveURL(/tab=schedules/);
  await expect(app.getByRole('heading', { name: 'No schedules' })).toBeVisible();
});

test('a user who may only read cannot change a schedule', async ({ page, seed }) => {
  const sample = await Sample.of(seed);
  const person = await seed.person('Rea');
  await sample.grant(person, sample.production, 'reader');
  const { id } = await sample.schedule(sample.production, 'Every morning');
  await signIn(page, person);
  await page.goto('/jobs');
  await expect(page.getByRole('link', { name: 'New schedule' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Every morning' }).click();
  await expect(page).toHaveURL(`/schedules/${id}`);
  await expect(page.getByText('Your roles do not include running this environment')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeDisabled();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^(Save|Pause|Resume|Run now|More about|Create)/ })).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
