import { expectAccessible } from './axe';
import { expect, signIn, test } from './fixtures';
import { Sample } from './sample';

test.use({ withSample: true });

test('a job is created in a workspace, deployed, changed, run and deleted', { tag: '@core' }, async ({ app, seed }) => {
  const sample = await Sample.of(seed);
  await app.goto('/projects');
  await app.getByRole('link', { name: 'Jobs', exact: true }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
  await app.getByRole('region', { name: 'Jobs by project' }).getByRole('link').first().click();
  await expect(app).toHaveURL(`/projects/${sample.project}/jobs`);
  await app.getByRole('button', { name: 'Create job' }).click();
  const dialog = app.getByRole('dialog', { name: 'Create job' });
  await dialog.getByLabel('Name').fill('Marts only');
  await dialog.getByLabel('Include').fill('{ location: MART }');
  await dialog.getByRole('button', { name: 'Create job' }).click();
  await expect(app).toHaveURL(/\/workspaces\/1\/jobs\/\d+$/);
  await expect(app.getByRole('heading', { level: 1, name: 'Marts only' })).toBeVisible();
  const deployed = app.getByRole('region', { name: 'Deployed in' });
  await expect(deployed).toContainText('not deployed');

  await sample.deploy(sample.production, await sample.commit('A job'));
  await app.reload();
  await expect(deployed.getByRole('listitem').filter({ hasText: 'Production' })).toContainText('as saved here');
  await expect(deployed.locator('[data-difference]')).toHaveText(/^runs the same \d+ nodes?$/);
  await app.getByRole('textbox', { name: 'Include' }).fill('{ location: ');
  await expect(app.locator('[data-selector-message]').first()).toContainText('column');
  await expect(app.getByRole('button', { name: 'Save 1 change' })).toHaveAttribute('aria-disabled', 'true');
  await app.getByRole('textbox', { name: 'Include' }).fill('+{ location: MART }');
  await expect(app.locator('[data-selector-message]').first()).toContainText(/\d+ MART/);
  await expect(deployed.locator('[data-difference]')).toContainText(/still runs \d+ nodes? \+ \d+/);
  await app.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(deployed.getByRole('listitem').filter({ hasText: 'Production' })).toContainText('differs');
  await expect(deployed).toContainText('{ location: MART }');
  // Away from the button, whose tooltip is outside of all landmarks.
  await app.mouse.move(0, 0);
  await expect(app.getByRole('tooltip')).toHaveCount(0);
  await expectAccessible(app, { isSimple: true });

  // What someone else changes meanwhile stays, and leaving with an unsaved change asks.
  const page = app.url();
  const path = `/api/v1${page.slice(page.indexOf('/workspaces'))}`;
  await app.getByRole('textbox', { name: 'Name' }).fill('Marts');
  const { version } = await seed.get<{ version: number }>(path);
  await seed.put(path, { name: 'Marts only', includeSelector: '+{ location: MART }', excludeSelector: '{ BEST_CUSTOMERS }', version });
  await app.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(app.getByRole('textbox', { name: 'Exclude' })).toHaveValue('{ BEST_CUSTOMERS }');
  await app.getByRole('link', { name: 'Runs', exact: true }).click();
  await app.getByRole('dialog', { name: '1 unsaved change of Marts only' }).getByRole('button', { name: 'Stay' }).click();
  await app.getByRole('textbox', { name: 'Name' }).fill('Marts only');

  await app.goto(`/projects/${sample.project}/jobs`);
  const row = app.getByRole('region', { name: 'Jobs' }).getByRole('row', { name: /Marts only/ });
  await expect(row).toContainText('differs');
  await row.getByRole('link', { name: /^Open Marts only/ }).click();
  await expect(app).toHaveURL(page);

  await app.getByRole('button', { name: 'Run Marts only in Production' }).click();
  await expect(app).toHaveURL(/\/runs\/\d+/);
  await app.goto(page);
  await expect(app.getByRole('region', { name: 'Last runs' }).first()).toContainText('Production');
  await app.getByRole('link', { name: 'New schedule' }).click();
  await expect(app.getByRole('combobox', { name: 'Job', exact: true })).toHaveValue(/^\d+$/);
  await app.goto(page);

  await app.getByRole('button', { name: 'Delete job' }).click();
  const confirm = app.getByRole('dialog', { name: 'Delete job Marts only?' });
  await expect(confirm).toContainText('No schedule runs it.');
  await confirm.getByRole('button', { name: 'Delete job' }).click();
  await expect(app).toHaveURL(`/projects/${sample.project}/jobs`);
  await expect(app.getByRole('row', { name: /Marts only/ })).toContainText('no workspace');
});

test('a member of the project sees jobs and no button that would be rejected', async ({ page, seed }) => {
  const sample = await Sample.of(seed);
  const person = await seed.person('Rea');
  await seed.put(`/api/v2/userRoles/${person.id}/projects/${sample.project}`, { role: 'member' });
  const path = '/api/v1/workspaces/1/jobs';
  const job = await seed.post<{ id: string }>(path, { name: 'Marts', includeSelector: '{ location: MART }', excludeSelector: '' });
  await signIn(page, person);
  await page.goto(`/projects/${sample.project}/jobs`);
  await page.getByRole('link', { name: /^Open Marts in/ }).click();
  await expect(page).toHaveURL(new RegExp(`/jobs/${job.id}$`));
  await expect(page.getByRole('textbox', { name: 'Include' })).toBeDisabled();
  await expect(page.getByRole('button', { name: /^(Save|Delete|Run)/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'New schedule' })).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
