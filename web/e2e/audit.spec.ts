import { expectAccessible } from './axe';
import { expect, test } from './fixtures';

test('the audit log shows who changed what, with filters, details and an export', async ({ app, seed, server }) => {
  const project = await seed.project('Orders');
  await seed.environment(project.id, 'Production');
  const refused = await fetch(`${server.address}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'eve@example.com', password: 'a wrong password' }),
  });
  expect(refused.status).toBe(401);

  await app.goto('/admin/audit');
  const entries = app.getByRole('region', { name: 'Entries' });
  await expect(entries.getByRole('row', { name: /environment\.create/ })).toContainText('Production');
  await expect(entries.getByRole('row', { name: /eve@example\.com/ })).toContainText('Refused');
  await expectAccessible(app);

  await app.getByLabel('Object').selectOption('Environments');
  await expect(app).toHaveURL(/objectKind=environment/);
  await expect(entries.getByRole('row', { name: /project\.create/ })).toHaveCount(0);
  await entries.getByRole('button', { name: 'environment.create' }).first().click();
  await expect(app).toHaveURL(/entry=/);
  const changes = app.getByRole('table', { name: 'Changes' });
  await expect(changes.getByRole('row', { name: /^name/ })).toContainText('Production');
  await expectAccessible(app);
  await app.reload();
  await expect(changes).toBeVisible();

  const download = app.waitForEvent('download');
  await app.getByRole('link', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('audit.csv');

  await app.getByLabel('E-mail address of a user').fill('mallory@example.com');
  await expect(app.getByRole('heading', { name: 'No entry matches' })).toBeVisible();
  await app.getByRole('link', { name: 'Clear the filters' }).click();
  await app.getByLabel('Result').selectOption('Refused');
  await expect(entries.getByRole('row', { name: /eve@example\.com/ })).toContainText('unknown address');
});
